import { chmodSync, mkdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { depthOf, parentsOf, toDiskPath, toPathIn } from '../snapshots/file-key.ts';
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
  const modes = new Map<string, number>();
  const folders = new Set<string>();
  for (const { path, after } of changes) {
    if (after === null) continue;
    for (const parent of parentsOf(path)) folders.add(parent);
    if (after.kind !== 'folder') continue;
    folders.add(path);
    modes.set(path, after.mode);
  }
  for (const folder of [...folders].toSorted((a, b) => depthOf(a) - depthOf(b))) mkdirSync(toPathIn(top, folder));
  for (const { path, after, at } of changes) {
    if (after === null || after.kind === 'folder') continue;
    const to = toPathIn(top, path);
    if (after.kind === 'link') {
      symlinkSync(toDiskPath(after.target), to);
      continue;
    }
    const bytes = await contents.read(after.hash);
    if (bytes === null) return path;
    writeFileSync(to, bytes);
    chmodSync(to, after.mode);
    // Programs such as make compare the times of files.
    utimesSync(to, new Date(at), new Date(at));
  }
  for (const folder of [...folders].toSorted((a, b) => depthOf(b) - depthOf(a)))
    chmodSync(toPathIn(top, folder), modes.get(folder) ?? modeOf(toPathIn(root, folder)));
  chmodSync(top, modeOf(root));
  writeFileSync(
    join(place, REMOVED),
    Buffer.concat(toRemovals(changes).map((path) => Buffer.concat([toBytes(toPathIn('.', path)), Buffer.from([0])]))),
  );
  return undefined;
}

function modeOf(path: string | Buffer): number {
  return (statSync(path, { throwIfNoEntry: false })?.mode ?? 0o755) & 0o7777;
}

function toBytes(path: string | Buffer): Buffer {
  return typeof path === 'string' ? Buffer.from(path) : path;
}
