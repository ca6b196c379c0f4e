import type { MemoryFile, MemoryProblem } from './memory-file.ts';
import type { MemoryGround } from './memory-ground.ts';
import { MemoryIntake } from './memory-intake.ts';
import { foldersBelow, isWithin, parentOf } from './path-names.ts';

/** What a session has already. */
export interface KnownMemory {
  readonly files: readonly MemoryFile[];
  /** Files that were found later, perhaps by a process that is gone. */
  readonly paths: readonly string[];
}

/** Folders of what others wrote and somebody installed: what lies there is no word of the project. */
const foreign: ReadonlySet<string> = new Set(['node_modules', 'site-packages', 'vendor', '.git']);

/**
 * The memory files of the folders between the work's roots and the paths that were touched, outermost first, without those that
 * are known. Depends on what is handed in and on the files alone, so that a session that goes on elsewhere finds the same.
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

/** The folders from the work's nearest root down to what is, or would be, at a path. */
async function foldersOf(path: string, ground: MemoryGround): Promise<readonly string[]> {
  const real = await nearestReal(path, ground);
  const [root] = [ground.workspace, ...ground.directories]
    .filter((folder) => isWithin(folder, real))
    .sort((a, b) => b.length - a.length);
  if (root === undefined) return [];
  const folders = foldersBelow(root, real);
  const end = folders.findIndex((folder) => foreign.has(folder.slice(folder.lastIndexOf('/') + 1)));
  return end < 0 ? folders : folders.slice(0, end);
}

/** Where a path leads, or the nearest folder above it that is there. */
async function nearestReal(path: string, { reader }: MemoryGround): Promise<string> {
  for (let at = path; ; at = parentOf(at)) {
    const real = await reader.realPath(at);
    if (real !== undefined || at === '/') return real ?? '/';
  }
}
