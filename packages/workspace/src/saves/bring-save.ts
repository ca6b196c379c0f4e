import type { ObjectStore } from '../objects/object-store.ts';
import { isSameState, type FileChange, type FileState } from '../snapshots/file-state.ts';
import { parentsOf } from '../snapshots/file-key.ts';
import { keepContents } from '../snapshots/keep-contents.ts';
import { isInGit } from '../snapshots/left-out.ts';
import { openFileHistory, toHistoryFolder } from '../snapshots/open-file-history.ts';
import { MAX_BYTES } from '../snapshots/snapshot-engine.ts';
import { ChunkStore } from './chunk-store.ts';
import { chunksOf, readListing, type SavedEntry, type SaveListing } from './save-listing.ts';

/** Two saves, and the folder of a person that the changes between them are brought to. */
export interface BringParts {
  readonly store: ObjectStore;
  /** The files that both sides had. Undefined: none. */
  readonly base: string | undefined;
  readonly last: string;
  readonly root: string;
  readonly historyFolder: string;
  readonly secrets: readonly string[];
  /** They are brought once: after a crash, the same call completes it. */
  readonly key: string;
}

/** What was brought. */
export interface Brought {
  readonly kind: 'brought';
  readonly changed: readonly string[];
  /** Paths that the person has changed too, in a way that cannot be combined. They are as the person left them. */
  readonly kept: readonly string[];
}

/** Contents are read and stored in groups of this size. */
const GROUP_BYTES = 32 * 1024 * 1024;

/**
 * Brings what has changed between two saves to a folder. What a person has changed there since is merged or stays. It can be
 * undone like a restoration, because it is one. Git's folder is left alone.
 */
export async function bringSave(parts: BringParts): Promise<Brought | { readonly kind: 'missing' }> {
  const { store, root, historyFolder, secrets, key } = parts;
  const chunks = new ChunkStore(store);
  const read = async (name: string): ReturnType<typeof readListing> => await readListing(name, { store, chunks });
  const [base, last] = [parts.base === undefined ? NOTHING : await read(parts.base), await read(parts.last)];
  if (base === undefined || last === undefined) return { kind: 'missing' };
  const changes = compareSaves(base, last);
  const place = { folder: toHistoryFolder(root, historyFolder), maxBytes: MAX_BYTES, secrets };
  const changed = new Set(changes.map(({ path }) => path));
  let [group, bytes]: [Uint8Array[], number] = [[], 0];
  for (const entry of [...base.entries, ...last.entries].filter(({ path }) => changed.has(path))) {
    if (entry.state.kind !== 'file') continue;
    group.push(await chunks.get({ hash: entry.state.hash, chunks: chunksOf(entry) }));
    bytes += entry.state.size;
    if (bytes < GROUP_BYTES) continue;
    keepContents(place, group);
    [group, bytes] = [[], 0];
  }
  keepContents(place, group);
  const history = openFileHistory(root, historyFolder, secrets);
  try {
    // Undoing the way back is the way there.
    const back = changes.map(({ path, before, after }) => ({ path, before: after, after: before }));
    const { changes: step, kept } = await history.undo([back], key);
    return { kind: 'brought', changed: step.map(({ path }) => path), kept };
  } finally {
    await history.close();
  }
}

const NOTHING: SaveListing = { entries: [], leftOut: [] };

/** How files differ between two saves. What one of them does not contain is no difference. */
export function compareSaves(base: SaveListing, last: SaveListing): readonly FileChange[] {
  const leftOut = new Set([...base.leftOut, ...last.leftOut].map(({ path }) => path));
  const isCompared = (path: string): boolean =>
    !isInGit(path) && ![path, ...parentsOf(path)].some((each) => leftOut.has(each));
  const [was, is] = [toStates(base.entries), toStates(last.entries)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter(isCompared)
    .map((path) => ({ path, before: was.get(path) ?? null, after: is.get(path) ?? null }))
    .filter(({ before, after }) => !isSameState(before, after));
}

function toStates(entries: readonly SavedEntry[]): ReadonlyMap<string, FileState> {
  return new Map(entries.map(({ path, state }) => [path, state]));
}
