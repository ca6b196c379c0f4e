import { isWithin } from '@bowline/protocol/plain';
import type { MemorySource } from './memory-file.ts';
import type { MemoryPlaces } from './memory-places.ts';
import type { MemoryReader } from './memory-reader.ts';
import { parentOf } from './path-names.ts';

/** The directories that memory may come from, with their trust. */
export interface MemoryGround {
  readonly places: MemoryPlaces;
  readonly reader: MemoryReader;
  /** Directories of the user's own files. */
  readonly own: readonly string[];
  readonly workspace: string;
  readonly directories: readonly string[];
  /** The Git repository that contains the workspace: the nearest directory with `.git`. */
  readonly repository: string | undefined;
}

/** Determines where memory may come from. Opens no files. */
export async function surveyMemory(places: MemoryPlaces, reader: MemoryReader): Promise<MemoryGround> {
  const real = async (path: string): Promise<string> => (await reader.realPath(path)) ?? path;
  const workspace = await real(places.workspace);
  return {
    places,
    reader,
    own: await Promise.all(places.globalFolders.map(real)),
    workspace,
    directories: await Promise.all(places.directories.map(real)),
    repository: await findRepository(workspace, reader),
  };
}

/** Whether a real file may become part of memory: one of the user's own, or one of a trusted folder of the session. */
export function mayRead(real: string, source: MemorySource, ground: MemoryGround): boolean {
  const { own, workspace, directories, repository, reader } = ground;
  if (source === 'global' && own.some((folder) => isWithin({ path: real, root: folder }))) return true;
  const roots = [workspace, ...directories, ...(repository === undefined ? [] : [repository])];
  return roots.some((folder) => isWithin({ path: real, root: folder })) && reader.isTrusted(parentOf(real));
}

/** Users may link to their own files elsewhere. The directory of the link target counts as theirs too. */
export async function withLinkedFolder(ground: MemoryGround, real: string): Promise<MemoryGround> {
  const { reader, places, own } = ground;
  const folder = parentOf(real);
  const home = (await reader.realPath(places.home)) ?? places.home;
  return isWithin({ path: home, root: folder }) ? ground : { ...ground, own: [...own, folder] };
}

async function findRepository(workspace: string, reader: MemoryReader): Promise<string | undefined> {
  for (let folder = workspace; ; folder = parentOf(folder)) {
    if ((await reader.realPath(`${folder}/.git`)) !== undefined) return folder;
    if (folder === '/') return undefined;
  }
}
