import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ShellLine } from '@bowline/policy';
import type { ToolHost } from '@bowline/tools';

interface GitCall {
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * Sections of a repository's settings that name programs which git runs when it only reads, and which no variable of the
 * environment switches off: filters, drivers of differences, and other files that may have such ones.
 */
const RUNS = /\[\s*(?:filter|diff|include|includeif)\b/i;
/** A submodule that says so is looked into, and git goes by its settings there. */
const LOOKS_INTO = /\bignore\s*=/i;

/** Finds why git may run programs that the repository names, for a line with git in it; undefined when it runs none. */
export function createGitInspector({
  workspace,
}: Pick<ToolHost, 'workspace'>): (call: GitCall, shell: ShellLine | undefined) => Promise<string | undefined> {
  return async ({ args }, shell) => {
    if (shell?.kind !== 'understood' || !shell.commands.some(({ argv: [program = ''] }) => isGit(program)))
      return undefined;
    const named = args['dir_path'];
    const root = await findRoot(resolve(workspace, typeof named === 'string' ? named : '.'));
    return root === undefined ? undefined : await inspect(root);
  };
}

function isGit(program: string): boolean {
  return program.slice(program.lastIndexOf('/') + 1) === 'git';
}

/** The folder from here upwards that has a `.git`. */
async function findRoot(folder: string): Promise<string | undefined> {
  if ((await stat(join(folder, '.git')).catch(() => undefined)) !== undefined) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : await findRoot(above);
}

async function inspect(root: string): Promise<string | undefined> {
  const folders = await gitFolders(join(root, '.git'));
  const files = folders.flatMap((folder) => ['config', 'config.worktree'].map((name) => join(folder, name)));
  const settings = await Promise.all(files.map(read));
  if (settings.some((text) => RUNS.test(text)))
    return 'git may run programs that this repository names: its configuration has filters, diff drivers or includes';
  const submodules = [...settings, await read(join(root, '.gitmodules'))];
  return submodules.some((text) => LOOKS_INTO.test(text))
    ? 'git may run programs that a submodule names: the repository asks to look into its submodules'
    : undefined;
}

/** Where the settings of a repository are: in `.git`, in the folder that it names, and in the one that worktrees share. */
async function gitFolders(path: string): Promise<readonly string[]> {
  const pointer = /^gitdir: (.+)$/m.exec(await read(path))?.[1];
  const folder = pointer === undefined ? path : resolve(dirname(path), pointer.trim());
  const common = (await read(join(folder, 'commondir'))).trim();
  return common === '' ? [folder] : [folder, resolve(folder, common)];
}

/** What is not there, or not a file, says nothing. */
async function read(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch(() => '');
}
