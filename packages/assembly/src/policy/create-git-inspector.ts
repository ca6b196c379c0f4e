import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ShellLine } from '@bowline/policy';
import type { ToolHost } from '@bowline/tools';

interface GitCall {
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * Sections of a repository's settings that name programs which git runs when it only reads, and which no variable of the
 * environment switches off: filters, drivers of differences and merges, hooks, and other files that may have such ones.
 */
const RUNS = /\[\s*(?:(?:filter|diff|include|includeif|hook)\b|merge\s*[".])/i;
/** A submodule that says so is looked into, and git goes by its settings there. */
const LOOKS_INTO = /\bignore\s*=/i;
/** The folder whose files git compares and searches, in place of the one that has `.git`. */
const WORKTREE = /\bworktree\s*=[ \t]*(.*)/gi;
/** The mode of a submodule's entry in the index. */
const SUBMODULE = Buffer.from([0, 0, 0xe0, 0]);

const PROGRAMS =
  'git may run programs that this repository names: its configuration has filters, drivers, hooks or includes';
const SUBMODULES = 'git may run programs that a submodule names: the repository asks to look into its submodules';
const ELSEWHERE = 'git may read files outside this repository: its configuration names another working tree';
const INSIDE = 'git may run programs that are named here: this folder is a repository without a working tree';

/** Finds why git may run programs that the repository names, for a line with git in it; undefined when it runs none. */
export function createGitInspector({
  workspace,
}: Pick<ToolHost, 'workspace'>): (call: GitCall, shell: ShellLine | undefined) => Promise<string | undefined> {
  return async ({ args }, shell) => {
    if (shell?.kind !== 'understood' || !shell.commands.some(({ argv: [program = ''] }) => isGit(program)))
      return undefined;
    const named = args['dir_path'];
    const folder = resolve(workspace, typeof named === 'string' ? named : '.');
    // Git goes up from where the folder really is.
    return await inspectFrom(await realpath(folder).catch(() => folder));
  };
}

function isGit(program: string): boolean {
  return program.slice(program.lastIndexOf('/') + 1) === 'git';
}

/** Inspects the first folder from here upwards that git would take for a repository. */
async function inspectFrom(folder: string): Promise<string | undefined> {
  if (await exists(join(folder, '.git'))) return await inspect(folder);
  if ((await exists(join(folder, 'HEAD'))) && (await exists(join(folder, 'objects')))) return INSIDE;
  const above = dirname(folder);
  return above === folder ? undefined : await inspectFrom(above);
}

async function inspect(root: string): Promise<string | undefined> {
  const folders = await gitFolders(join(root, '.git'));
  const files = folders.flatMap((folder) => ['config', 'config.worktree'].map((name) => ({ folder, name })));
  const settings = await Promise.all(
    files.map(async ({ folder, name }) => ({ folder, text: await read(join(folder, name)) })),
  );
  if (settings.some(({ text }) => RUNS.test(text))) return PROGRAMS;
  if (settings.some(({ folder, text }) => namesOtherWorktree(text, { folder, root }))) return ELSEWHERE;
  const submodules = join(root, '.gitmodules');
  const texts = [...settings.map(({ text }) => text), await read(submodules)];
  if (texts.some((text) => LOOKS_INTO.test(text))) return SUBMODULES;
  // Without the file git goes by the one in the index or in the last commit.
  return !(await exists(submodules)) && (await hasSubmodules(folders)) ? SUBMODULES : undefined;
}

/** Whether a setting names a working tree that is not, plainly, the folder that has `.git`. */
function namesOtherWorktree(
  text: string,
  { folder, root }: { readonly folder: string; readonly root: string },
): boolean {
  return [...text.matchAll(WORKTREE)].some(([, value = '']) => {
    const plain = value.trim();
    return !/^[\w./-]+$/.test(plain) || resolve(folder, plain) !== root;
  });
}

/** Looks for the mode alone, which may also be found in other numbers of the index: then there is a question too many. */
async function hasSubmodules(folders: readonly string[]): Promise<boolean> {
  const names = await Promise.all(
    folders.map(async (folder) => (await list(folder)).map((name) => join(folder, name))),
  );
  const indexes = names.flat().filter((file) => /\/(?:index|sharedindex\.\w+)$/.test(file));
  const contents = await Promise.all(indexes.map((file) => readFile(file).catch(() => Buffer.alloc(0))));
  return contents.some((content) => content.includes(SUBMODULE));
}

/** Where the settings of a repository are: in `.git`, in the folder that it names, and in the one that worktrees share. */
async function gitFolders(path: string): Promise<readonly string[]> {
  // Git takes off the ends of lines and nothing else.
  const pointer = /^gitdir: ([^]*?)[\r\n]*$/.exec(await read(path))?.[1];
  const folder = pointer === undefined ? path : resolve(dirname(path), pointer);
  const common = (await read(join(folder, 'commondir'))).replace(/[\r\n]+$/, '');
  return common === '' ? [folder] : [folder, resolve(folder, common)];
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

async function list(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch(() => []);
}

/** What is not there, or not a file, says nothing. */
async function read(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch(() => '');
}
