import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { depthOf, joinKey, parentsOf, toDiskPath, toKey, toPathIn } from '../snapshots/file-key.ts';
import type { FileState, PendingChange } from '../snapshots/file-state.ts';
import { statEntry } from '../snapshots/read-entry.ts';

/**
 * In the private folder of a run: the tree to copy over the workspace, and what to remove before, each path ended by
 * NUL: files and links, and then the folders that are empty by then.
 */
export const FILL = 'fill';
export const REMOVED_FILES = 'removed-files';
export const REMOVED_FOLDERS = 'removed-folders';

/** Where a copy is filled. */
interface FillParts {
  readonly root: string;
  /** The private folder of the run. */
  readonly place: string;
  readonly contents: { readonly read: (hash: string) => Promise<Uint8Array | null> };
}

/** What a copy cannot begin with. */
export interface NotFilled {
  /** The first path whose content is not stored any more. */
  readonly missing?: string;
  /** Paths where someone has put something in the meantime that these changes cannot be laid over. */
  readonly blocked: readonly string[];
}

/** Writes what a copy of the workspace begins with. */
export async function prepareFill(
  changes: readonly PendingChange[],
  { root, place, contents }: FillParts,
): Promise<NotFilled> {
  const top = join(place, FILL);
  mkdirSync(top);
  const blocked = findBlocked(changes, root);
  const isBlocked = (path: string): boolean =>
    blocked.has(path) || [...parentsOf(path)].some((parent) => blocked.has(parent));
  const all = changes.filter(({ path }) => !isBlocked(path));
  const folders = findFolders(all, root);
  for (const folder of folders.keys()) mkdirSync(toPathIn(top, folder));
  for (const change of all) {
    const { path, after } = change;
    if (after?.kind === 'link') symlinkSync(toDiskPath(after.target), toPathIn(top, path));
    if (after?.kind === 'file' && !(await writeFile(change, after, { top, contents })))
      return { missing: path, blocked: [] };
  }
  for (const [folder, mode] of [...folders].toReversed()) chmodSync(toPathIn(top, folder), mode);
  chmodSync(top, modeOf(root));
  const removed = all.filter(({ before, after }) => before !== null && before.kind !== after?.kind);
  const isFolder = ({ before }: PendingChange): boolean => before?.kind === 'folder';
  const files = removed.filter((change) => !isFolder(change));
  const deepestFirst = removed.filter(isFolder).toSorted((a, b) => depthOf(b.path) - depthOf(a.path));
  writeFileSync(join(place, REMOVED_FILES), toPathList(files));
  writeFileSync(join(place, REMOVED_FOLDERS), toPathList(deepestFirst));
  return { blocked: [...blocked] };
}

/** What someone has put in the way: something of another kind than was there when the change was made. */
function findBlocked(changes: readonly PendingChange[], root: string): ReadonlySet<string> {
  const pending = new Map(changes.map((change) => [change.path, change]));
  const blocked = new Set<string>();
  for (const change of changes) {
    if (isInTheWay(change, { root, pending })) blocked.add(change.path);
    for (const parent of parentsOf(change.path)) {
      const [above, now] = [pending.get(parent), kindAt(root, parent)];
      const isMade = above !== undefined && above.before?.kind !== 'folder';
      if (!isMade && now !== undefined && now !== 'folder') blocked.add(parent);
    }
  }
  return blocked;
}

interface Pending {
  readonly root: string;
  readonly pending: ReadonlyMap<string, PendingChange>;
}

function isInTheWay({ path, before, after }: PendingChange, { root, pending }: Pending): boolean {
  const now = kindAt(root, path);
  const [was, will] = [before?.kind, after?.kind];
  if (now === undefined) return false;
  // Everything that a folder has now has to go with it.
  if (now === 'folder' && after !== null && will !== 'folder')
    return was !== 'folder' || !isCleared(path, { root, pending });
  return was !== now && will !== now && (now === 'folder' || will === 'folder');
}

function isCleared(folder: string, { root, pending }: Pending): boolean {
  return readdirSync(toPathIn(root, folder), { encoding: 'buffer' }).every((name) => {
    const path = joinKey(folder, toKey(name));
    const { before, after } = pending.get(path) ?? {};
    return before?.kind === kindAt(root, path) && before?.kind !== after?.kind;
  });
}

function kindAt(root: string, path: string): FileState['kind'] | 'other' | undefined {
  const stats = statEntry(toPathIn(root, path));
  if (stats === undefined) return undefined;
  if (stats.isDirectory()) return 'folder';
  if (stats.isSymbolicLink()) return 'link';
  return stats.isFile() ? 'file' : 'other';
}

/** The folders to make, those above others first, and their modes. */
function findFolders(changes: readonly PendingChange[], root: string): ReadonlyMap<string, number> {
  const modes = new Map<string, number>();
  for (const { path, after } of changes) {
    if (after === null) continue;
    for (const parent of parentsOf(path)) if (!modes.has(parent)) modes.set(parent, modeOf(toPathIn(root, parent)));
    if (after.kind === 'folder') modes.set(path, after.mode);
  }
  return new Map([...modes].toSorted(([a], [b]) => depthOf(a) - depthOf(b)));
}

/** False if the content is not stored any more. */
async function writeFile(
  { path, at }: PendingChange,
  { hash, mode }: Extract<FileState, { kind: 'file' }>,
  { top, contents }: Pick<FillParts, 'contents'> & { readonly top: string },
): Promise<boolean> {
  const to = toPathIn(top, path);
  const bytes = await contents.read(hash);
  if (bytes === null) return false;
  writeFileSync(to, bytes);
  chmodSync(to, mode);
  // Programs such as make compare the times of files.
  utimesSync(to, new Date(at), new Date(at));
  return true;
}

function modeOf(path: string | Buffer): number {
  return (statSync(path, { throwIfNoEntry: false })?.mode ?? 0o755) & 0o7777;
}

function toPathList(changes: readonly PendingChange[]): Buffer {
  return Buffer.concat(changes.flatMap(({ path }) => [Buffer.from(toPathIn('.', path)), Buffer.from([0])]));
}
