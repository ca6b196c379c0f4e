import { chmodSync, mkdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { depthOf, parentsOf, toDiskPath, toPathIn } from '../snapshots/file-key.ts';
import type { FileState } from '../snapshots/file-state.ts';
import type { LayerContents } from './layered-files.ts';
import { toRemovals, type PendingChange } from './pending-files.ts';

/** In the private folder of a run: the tree to copy over the workspace, and the paths to remove before, each ended by NUL. */
export const FILL = 'fill';
export const REMOVED = 'removed';

/** Where a copy is filled. */
interface FillParts {
  readonly root: string;
  /** The private folder of the run. */
  readonly place: string;
  readonly contents: Pick<LayerContents, 'read'>;
}

/** Writes what a copy of the workspace begins with. Returns the first path whose content is not stored any more. */
export async function prepareFill(
  changes: readonly PendingChange[],
  { root, place, contents }: FillParts,
): Promise<string | undefined> {
  const top = join(place, FILL);
  mkdirSync(top);
  const folders = findFolders(changes, root);
  for (const folder of folders.keys()) mkdirSync(toPathIn(top, folder));
  for (const change of changes) {
    const { path, after } = change;
    if (after?.kind === 'link') symlinkSync(toDiskPath(after.target), toPathIn(top, path));
    if (after?.kind === 'file' && !(await writeFile(change, after, { top, contents }))) return path;
  }
  for (const [folder, mode] of [...folders].toReversed()) chmodSync(toPathIn(top, folder), mode);
  chmodSync(top, modeOf(root));
  const removed = toRemovals(changes).map((path) => Buffer.concat([toBytes(toPathIn('.', path)), Buffer.from([0])]));
  writeFileSync(join(place, REMOVED), Buffer.concat(removed));
  return undefined;
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

function toBytes(path: string | Buffer): Buffer {
  return typeof path === 'string' ? Buffer.from(path) : path;
}
