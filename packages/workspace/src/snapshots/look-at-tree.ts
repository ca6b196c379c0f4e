import type { Contents } from './contents.ts';
import { parentsOf } from './file-key.ts';
import { byPath, isSameState, type FileChange, type LeftOut } from './file-state.ts';
import { readEntry, toStamp } from './read-entry.ts';
import type { ListedEntry, Look, TreeListing } from './tree-listing.ts';
import { walkTree, type TreeWalk, type WalkedEntry } from './walk-tree.ts';

/** What a look found. */
export interface Looked {
  /** Ordered by path. */
  readonly changes: readonly FileChange[];
  /** What was not compared or not stored. */
  readonly leftOut: readonly LeftOut[];
}

/** Where a look reads and what it compares with. */
export interface LookParts extends Omit<TreeWalk, 'visit'> {
  readonly contents: Contents;
  readonly listing: TreeListing;
  readonly maxFileBytes: number;
  /** Nothing is read if more than this would have to be. */
  readonly maxLookBytes: number;
  /** What is kept of what was found. */
  readonly toLook?: ((changes: readonly FileChange[]) => Look) | undefined;
  /** Stores contents, and leaves the listing as it is. */
  readonly isTrial?: boolean | undefined;
  /** Paths that known writes are changing now. They stay as they were, because each write reports them itself. */
  readonly writing?: readonly string[] | undefined;
  /** What was written after this time, in nanoseconds, is seen and not reported. */
  readonly until?: bigint | undefined;
}

/**
 * Compares the tree with the listing, stores contents that are new and brings the listing up to date. The first look of
 * a process reports no changes. What is left out keeps its last known state.
 */
export function lookAtTree({
  contents,
  listing,
  maxFileBytes,
  maxLookBytes,
  toLook,
  isTrial,
  writing = [],
  until,
  ...walk
}: LookParts): Looked {
  const next = new Map<string, ListedEntry>();
  const leftOut: LeftOut[] = [];
  const changed: WalkedEntry[] = [];
  let bytes = 0;
  const visit = (walked: WalkedEntry): void => {
    const known = listing.get(walked.key);
    if (known?.stamp === toStamp(walked.stats)) {
      next.set(walked.key, known);
      return;
    }
    changed.push(walked);
    const size = Number(walked.stats.size);
    if (walked.stats.isFile() && size <= maxFileBytes) bytes += size;
  };
  const skipped = walkTree({ ...walk, visit });
  if (skipped === undefined || bytes > maxLookBytes)
    return { changes: [], leftOut: [{ path: '', reason: 'too-many' }] };
  const read = (walked: WalkedEntry): void => {
    const known = listing.get(walked.key);
    const { seen, bytes, stamp } = readEntry(walked.path, maxFileBytes, walked.stats);
    if (seen === null) return;
    if (seen.kind === 'unseen') {
      leftOut.push({ path: walked.key, reason: seen.reason });
      return;
    }
    const isStored = seen.kind !== 'file' || bytes === undefined || contents.put(seen.hash, bytes);
    if (!isStored) leftOut.push({ path: walked.key, reason: contents.holdsSecret(bytes) ? 'secret' : 'store-full' });
    // A row that is the same object is not written again.
    const isSame = known !== undefined && known.stamp === stamp && isSameState(known.state, seen);
    next.set(walked.key, isSame ? known : { state: seen, stamp });
  };
  for (const walked of changed) read(walked);
  leftOut.push(...skipped);
  keepLeftOut(next, listing, leftOut);
  for (const path of writing) {
    const known = listing.get(path);
    if (known === undefined) next.delete(path);
    else next.set(path, known);
  }
  const late = new Set(
    changed.filter(({ stats }) => until !== undefined && stats.ctimeNs > until).map(({ key }) => key),
  );
  const found = listing.isCurrent ? compare(listing, next) : [];
  const changes = found.filter(({ path }) => !late.has(path));
  if (isTrial !== true) listing.replace(next, toLook?.(changes));
  return { changes, leftOut: leftOut.toSorted(byPath) };
}

function keepLeftOut(next: Map<string, ListedEntry>, listing: TreeListing, leftOut: readonly LeftOut[]): void {
  const unseen = new Set(leftOut.map(({ path }) => path));
  for (const [path, entry] of listing.entries())
    if (!next.has(path) && [path, ...parentsOf(path)].some((each) => unseen.has(each))) next.set(path, entry);
}

function compare(before: TreeListing, after: ReadonlyMap<string, ListedEntry>): readonly FileChange[] {
  const changes: FileChange[] = [];
  for (const [path, entry] of after) {
    const was = before.get(path);
    if (was === entry || (was !== undefined && isSameState(was.state, entry.state))) continue;
    changes.push({ path, before: was?.state ?? null, after: entry.state });
  }
  for (const [path, { state }] of before.entries())
    if (!after.has(path)) changes.push({ path, before: state, after: null });
  return changes.toSorted(byPath);
}
