import { dirname, join, relative, resolve } from 'node:path';
import type { CallFolder } from '@bowline/policy';
import type { WorkspaceFiles, Workspace } from '@bowline/workspace';

type Call = { readonly name: string; readonly args: Readonly<Record<string, unknown>> };

/** Finds the working directory of a command, if it is not the workspace. */
export function createFolderFinder({
  files,
  root,
}: Pick<Workspace, 'files' | 'root'>): (call: Call) => Promise<CallFolder | undefined> {
  return async ({ name, args }) => {
    const named = args['dir_path'];
    if (name !== 'run_shell_command' || typeof named !== 'string') return undefined;
    const [realRoot, folder] = await Promise.all([files.realPath(root), files.realPath(resolve(root, named))]);
    const path = relative(realRoot, folder);
    if (path === '') return undefined;
    return { path, isOtherRepository: path.startsWith('..') || (await isOtherRepository(folder, realRoot, files)) };
  };
}

/** Searches upwards as Git does: for `.git`, or for the contents of a repository without one. */
async function isOtherRepository(folder: string, root: string, files: WorkspaceFiles): Promise<boolean> {
  const has = async (name: string): Promise<boolean> => (await files.info(join(folder, name))) !== undefined;
  if (await has('.git')) return true;
  const insides = await Promise.all(['HEAD', 'objects', 'refs'].map(has));
  if (insides.every((isThere) => isThere)) return true;
  const above = dirname(folder);
  return above !== root && above !== folder && (await isOtherRepository(above, root, files));
}
