import { isWithin } from '@bowline/protocol/plain';
import type { MemoryFile, MemoryProblem } from './memory-file.ts';
import type { MemoryGround } from './memory-ground.ts';
import { MemoryIntake } from './memory-intake.ts';
import { foldersBelow, parentOf } from './path-names.ts';

/** What a session has already loaded. */
export interface KnownMemory {
  readonly files: readonly MemoryFile[];
  /** Files that were found later, possibly by an earlier process. */
  readonly paths: readonly string[];
}

/** Directories of dependencies: their memory files do not belong to the project. */
const foreign: ReadonlySet<string> = new Set(['node_modules', 'site-packages', 'vendor', '.git']);

/**
 * The memory files between the session's roots and the paths that were used, outermost first, without known ones.
 * Depends only on its arguments and the files, so that a resumed session finds the same.
 */
export async function findMemoryFor(
  paths: readonly string[],
  known: KnownMemory,
  ground: MemoryGround,
): Promise<{ readonly files: readonly MemoryFile[]; readonly problems: readonly MemoryProblem[] }> {
  const candidates = await findCandidates(paths, known, ground);
  if (candidates.length === 0) return { files: [], problems: [] };
  const intake = new MemoryIntake(ground);
  await intake.count(known.files);
  for (const path of known.paths) await intake.take(path, 'folder');
  const before = intake.problems.length;
  const files: MemoryFile[] = [];
  for (const path of candidates) {
    const file = await intake.take(path, 'folder');
    if (file !== undefined) files.push(file);
  }
  return { files, problems: intake.problems.slice(before) };
}

async function findCandidates(
  paths: readonly string[],
  { files, paths: later }: KnownMemory,
  ground: MemoryGround,
): Promise<readonly string[]> {
  const { reader, places, workspace } = ground;
  if (!reader.isTrusted(workspace)) return [];
  const folders = new Set((await Promise.all(paths.map((path) => foldersOf(path, ground)))).flat());
  const isKnown = new Set([...files.map(({ path }) => path), ...later]);
  const found: string[] = [];
  for (const folder of folders) {
    if (!reader.isTrusted(folder)) continue;
    for (const name of places.names) {
      const path = `${folder}/${name}`;
      if (!isKnown.has(path) && (await reader.realPath(path)) !== undefined) found.push(path);
    }
  }
  return found;
}

/** The directories from the nearest root down to a path that may not exist. */
async function foldersOf(path: string, ground: MemoryGround): Promise<readonly string[]> {
  const real = await nearestReal(path, ground);
  const [root] = [ground.workspace, ...ground.directories]
    .filter((folder) => isWithin({ path: real, root: folder }))
    .sort((a, b) => b.length - a.length);
  if (root === undefined) return [];
  const folders = foldersBelow(root, real);
  const end = folders.findIndex((folder) => foreign.has(folder.slice(folder.lastIndexOf('/') + 1)));
  return end < 0 ? folders : folders.slice(0, end);
}

/** The real path, or the nearest existing parent directory. */
async function nearestReal(path: string, { reader }: MemoryGround): Promise<string> {
  for (let at = path; ; at = parentOf(at)) {
    const real = await reader.realPath(at);
    if (real !== undefined || at === '/') return real ?? '/';
  }
}
