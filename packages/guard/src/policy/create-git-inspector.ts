import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ShellLine } from '@bowline/policy';
import type { Workspace } from '@bowline/workspace';
import { readGitIndex, readRegularFile, type IndexEntry } from '@bowline/workspace';

interface GitCall {
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * Sections of a repository's configuration that name programs which Git runs even if it only reads, and which no
 * environment variable turns off: filters, diff and merge drivers, hooks, and includes of other files that may have
 * such sections.
 */
const RUNS = /\[\s*(?:(?:filter|diff|include|includeif|hook)\b|merge\s*[".])/i;
/** With this setting, Git inspects a submodule and uses the configuration there. */
const LOOKS_INTO = /\bignore\s*=/i;
/** The directory whose files Git compares and searches, instead of the one that contains `.git`. */
const WORKTREE = /\bworktree\s*=[ \t]*(.*)/gi;
/** The mode of a submodule entry in the index. */
const SUBMODULE = Buffer.from([0, 0, 0xe0, 0]);

/** A name with a password, or a token, in a URL. */
const CREDENTIALS = /https?:\/\/[^\s/@]+@|:\/\/[^\s/:@]+:[^\s/@]+@/;

const SHOWS_CREDENTIALS = 'Git may show a password or token that is in a URL in the configuration of this repository';
const SHOWS_KEYS = 'Git may show files that may hold keys. This repository tracks ';
const PROGRAMS = 'Git may run programs that this repository names in filters, drivers, hooks or includes';
const SUBMODULES =
  'Git may run programs that a submodule names, because this repository is configured to inspect submodules';
const ELSEWHERE = 'Git may read files outside this repository, because its configuration names another working tree';
const INSIDE = 'Git may run programs that are named here, because this folder is a bare repository';

/**
 * Finds why Git may run programs that the repository names, show secrets or read other files, for a line that runs Git.
 * Undefined if it does none of this.
 */
export function createGitInspector({
  root,
  isProtected = () => false,
}: Pick<Workspace, 'root' | 'isProtected'>): (
  call: GitCall,
  shell: ShellLine | undefined,
) => Promise<string | undefined> {
  return async ({ args }, shell) => {
    if (shell?.kind !== 'understood') return undefined;
    const calls = shell.commands.filter(({ argv: [program = ''] }) => isGit(program));
    if (calls.length === 0) return undefined;
    const shows: Shows = {
      addresses: calls.some(({ argv }) => argv.includes('remote') || argv.includes('config')),
      isKey: calls.some(({ argv }) => mayShowContents(argv)) ? isProtected : () => false,
    };
    const named = args['dir_path'];
    const folder = resolve(root, typeof named === 'string' ? named : '.');
    // Git searches upwards from the real path.
    return await inspectFrom(await realpath(folder).catch(() => folder), shows);
  };
}

/** What a line shows in addition to what it names. */
interface Shows {
  /** URLs of other repositories. */
  readonly addresses: boolean;
  /** Whether a tracked file that is shown may hold keys. */
  readonly isKey: (path: string) => boolean;
}

/** Options with which commands that otherwise only list also print the contents of files. */
const PATCH =
  /^(?:-[a-zA-Z\d]*[puUcmLWG]|--(?:patch|unified|cc|combined|diff-merges|function-context|binary|word|color-words))/;
const LISTING = ['log', 'reflog', 'whatchanged', 'stash'];
/** Options with which commands that otherwise print the contents of files do not. */
const BRIEF: Readonly<Record<string, RegExp>> = {
  'cat-file': /^(?:-[tse]|--batch-check)$/,
  grep: /^(?:-[lLcq]|--(?:count|files-with-matches|files-without-match|name-only|quiet))$/,
};
const BRIEF_DIFFERENCE =
  /^(?:-s|--(?:stat|shortstat|numstat|dirstat|summary|name-only|name-status|no-patch|quiet|check)(?:=.*)?)$/;
const DIFFERENCES = ['diff', 'show', 'diff-tree', 'diff-index', 'diff-files', 'range-diff'];

/** Whether Git may print the contents of files that the line need not name. */
function mayShowContents(argv: readonly string[]): boolean {
  const options = argv.filter((word) => word.startsWith('-'));
  const isPatch = options.some((word) => PATCH.test(word));
  if (isPatch && argv.some((word) => LISTING.includes(word))) return true;
  const isBrief = (brief: RegExp): boolean => !isPatch && options.some((word) => brief.test(word));
  if (argv.some((word) => DIFFERENCES.includes(word)) && !isBrief(BRIEF_DIFFERENCE)) return true;
  return Object.entries(BRIEF).some(
    ([command, brief]) => argv.includes(command) && !options.some((word) => brief.test(word)),
  );
}

/** A tracked file that may hold keys. Deleted files are only in the history, and are not found. */
function findTrackedKey(
  gitFolder: string | undefined,
  { root, isKey }: Pick<Shows, 'isKey'> & { readonly root: string },
): string | undefined {
  const entries = gitFolder === undefined ? [] : readGitIndex(gitFolder);
  const known = keysByIndex.get(isKey)?.get(entries);
  if (known !== undefined) return known.path;
  const found = entries.find(({ path, isGitlink }) => !isGitlink && isKey(join(root, path)));
  keysByIndex.set(isKey, new WeakMap([[entries, { path: found?.path }]]));
  return found?.path;
}

/** An unchanged index is the same list, so it is searched only once. */
const keysByIndex = new WeakMap<
  Shows['isKey'],
  WeakMap<readonly IndexEntry[], { readonly path: string | undefined }>
>();

function isGit(program: string): boolean {
  return program.slice(program.lastIndexOf('/') + 1) === 'git';
}

/** Inspects the first directory from here upwards that Git would use as a repository. */
async function inspectFrom(folder: string, shows: Shows): Promise<string | undefined> {
  if (await exists(join(folder, '.git'))) return await inspect(folder, shows);
  if ((await exists(join(folder, 'HEAD'))) && (await exists(join(folder, 'objects')))) return INSIDE;
  const above = dirname(folder);
  return above === folder ? undefined : await inspectFrom(above, shows);
}

async function inspect(root: string, { addresses, isKey }: Shows): Promise<string | undefined> {
  const folders = gitFolders(join(root, '.git'));
  const files = folders.flatMap((folder) => ['config', 'config.worktree'].map((name) => ({ folder, name })));
  const settings = files.map(({ folder, name }) => ({ folder, text: read(join(folder, name)) }));
  // From a pipe or a device, Git would read what this check cannot see.
  const isFile = await Promise.all(files.map(({ folder, name }) => isFileOrMissing(join(folder, name))));
  if (isFile.includes(false) || settings.some(({ text }) => RUNS.test(text))) return PROGRAMS;
  if (addresses && settings.some(({ text }) => CREDENTIALS.test(text))) return SHOWS_CREDENTIALS;
  if (settings.some(({ folder, text }) => namesOtherWorktree(text, { folder, root }))) return ELSEWHERE;
  const key = findTrackedKey(folders[0], { root, isKey });
  if (key !== undefined) return `${SHOWS_KEYS}${key}`;
  const submodules = join(root, '.gitmodules');
  const texts = [...settings.map(({ text }) => text), read(submodules)];
  if (texts.some((text) => LOOKS_INTO.test(text))) return SUBMODULES;
  // Without the file, Git uses the one in the index or in the last commit.
  return !(await exists(submodules)) && (await hasSubmodules(folders)) ? SUBMODULES : undefined;
}

/** Whether a setting names a working tree that is not plainly the directory that contains `.git`. */
function namesOtherWorktree(
  text: string,
  { folder, root }: { readonly folder: string; readonly root: string },
): boolean {
  return [...text.matchAll(WORKTREE)].some(([, value = '']) => {
    const plain = value.trim();
    return !/^[\w./-]+$/.test(plain) || resolve(folder, plain) !== root;
  });
}

/**
 * Searches only for the mode, which other numbers in the index may also contain. Approval is then requested needlessly.
 */
async function hasSubmodules(folders: readonly string[]): Promise<boolean> {
  const names = await Promise.all(
    folders.map(async (folder) => (await list(folder)).map((name) => join(folder, name))),
  );
  const indexes = names.flat().filter((file) => /\/(?:index|sharedindex\.\w+)$/.test(file));
  return indexes.some((file) => readRegularFile(file)?.includes(SUBMODULE));
}

/**
 * Where the configuration of a repository is: in `.git`, in the directory that it names, and in the one that worktrees
 * share.
 */
function gitFolders(path: string): readonly string[] {
  // Git removes line breaks at the end, and nothing else.
  const pointer = /^gitdir: ([^]*?)[\r\n]*$/.exec(read(path))?.[1];
  const folder = pointer === undefined ? path : resolve(dirname(path), pointer);
  const common = read(join(folder, 'commondir')).replace(/[\r\n]+$/, '');
  return common === '' ? [folder] : [folder, resolve(folder, common)];
}

async function isFileOrMissing(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() !== false;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

async function list(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch(() => []);
}

/** Empty if it does not exist or is not a regular file. */
function read(file: string): string {
  return readRegularFile(file)?.toString('utf8') ?? '';
}
