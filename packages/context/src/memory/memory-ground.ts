import type { MemorySource } from './memory-file.ts';
import type { MemoryPlaces } from './memory-places.ts';
import type { MemoryReader } from './memory-reader.ts';
import { isWithin, parentOf } from './path-names.ts';

/** The real folders that memory may come from, and what is to be known for it. */
export interface MemoryGround {
  readonly places: MemoryPlaces;
  readonly reader: MemoryReader;
  /** Folders of the person's own files. */
  readonly own: readonly string[];
  readonly workspace: string;
  readonly directories: readonly string[];
  /** The Git repository around the workspace: the nearest folder that has `.git`. */
  readonly repository: string | undefined;
}

/** Finds out where memory may come from. Looks at what is there and opens nothing. */
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

/**
 * Whether a real file may become part of memory. What belongs to a project is read only where somebody trusts it, and never
 * leads to the person's own folders: these hold keys.
 */
export function mayRead(real: string, source: MemorySource, ground: MemoryGround): boolean {
  const { own, workspace, directories, repository, reader } = ground;
  if (source === 'global' && own.some((folder) => isWithin(folder, real))) return true;
  const roots = [workspace, ...directories, ...(repository === undefined ? [] : [repository])];
  return roots.some((folder) => isWithin(folder, real)) && reader.isTrusted(parentOf(real));
}

/** A person may keep their own files elsewhere and link to them; what lies beside these is theirs as well. */
export async function withLinkedFolder(ground: MemoryGround, real: string): Promise<MemoryGround> {
  const { reader, places, own } = ground;
  const folder = parentOf(real);
  const home = (await reader.realPath(places.home)) ?? places.home;
  return isWithin(folder, home) ? ground : { ...ground, own: [...own, folder] };
}

async function findRepository(workspace: string, reader: MemoryReader): Promise<string | undefined> {
  for (let folder = workspace; ; folder = parentOf(folder)) {
    if ((await reader.realPath(`${folder}/.git`)) !== undefined) return folder;
    if (folder === '/') return undefined;
  }
}
