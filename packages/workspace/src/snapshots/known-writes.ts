import type { Contents } from './contents.ts';
import { parentsOf } from './file-key.ts';
import { byPath, isSameState, type FileChange, type LeftOut, type MaybeState, type Seen } from './file-state.ts';
import type { TreeListing } from './tree-listing.ts';
import type { Looked } from './look-at-tree.ts';
import type { ReadEntry } from './read-entry.ts';

/** Paths as they were before a write. Plain data. */
export interface Held {
  readonly entries: readonly HeldEntry[];
}

interface HeldEntry {
  readonly path: string;
  readonly seen: Seen;
  /** Identifies a file that has several names. */
  readonly shared?: string;
  /** What the last look has found there, if that is something else. */
  readonly known?: MaybeState;
}

/** How paths are read and listed. */
interface HoldParts {
  readonly read: (path: string) => ReadEntry;
  readonly listing: TreeListing;
  readonly list: (path: string, entry: ReadEntry) => void;
}

/** Reads paths, and the folders above them that do not exist yet. What was there before is no part of the write. */
export function holdPaths(keys: readonly string[], { read, listing, list }: HoldParts): Held {
  const entries = new Map(keys.map((key) => [key, read(key)]));
  for (const parent of keys.flatMap((key) => [...parentsOf(key)])) {
    const entry = entries.has(parent) ? undefined : read(parent);
    if (entry?.seen === null) entries.set(parent, entry);
  }
  const held = [...entries].map(([path, { seen, shared }]) =>
    addKnown({ path, seen, ...(shared === undefined ? {} : { shared }) }, listing),
  );
  for (const [path, entry] of entries) list(path, entry);
  return { entries: held.toSorted(byPath) };
}

/** What the last look of this process has found at the path, if it has changed since. */
function addKnown(entry: HeldEntry, listing: TreeListing): HeldEntry {
  const known = listing.get(entry.path)?.state ?? null;
  return listing.isCurrent && !isSameState(known, entry.seen) ? { ...entry, known } : entry;
}

/** A held path and what is there after the write. */
export interface SettledEntry {
  readonly held: HeldEntry;
  readonly now: ReadEntry;
}

/** The changes of held paths, and those that cannot be undone. */
export function compareHeld(settled: readonly SettledEntry[], contents: Contents): Looked {
  const changes: FileChange[] = [];
  const leftOut: LeftOut[] = [];
  for (const { held, now } of settled) {
    const [path, before, after] = [held.path, held.seen, now.seen];
    if (before?.kind === 'unseen') leftOut.push({ path, reason: before.reason });
    else if (after?.kind === 'unseen') leftOut.push({ path, reason: after.reason });
    else if (!isSameState(before, after)) {
      changes.push({ path, before, after });
      const isStored = [before, after].every((state) => state?.kind !== 'file' || contents.has(state.hash));
      if (!isStored) leftOut.push({ path, reason: 'store-full' });
    }
  }
  return { changes, leftOut };
}

/** Whether a file with several names was written in place, which changes it under all of them. */
export function isSharedWrite({ held, now }: SettledEntry): boolean {
  return held.shared !== undefined && held.shared === now.shared && !isSameState(held.seen, now.seen);
}
