import type { Contents } from './contents.ts';
import { parentsOf } from './file-key.ts';
import { byPath, isSameState, type FileChange, type LeftOut, type Seen } from './file-state.ts';
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
}

type Read = (path: string) => ReadEntry;

/** Reads paths, and the folders above them that do not exist yet. */
export function holdPaths(keys: readonly string[], read: Read): Held {
  const missing = keys.flatMap((key) => [...parentsOf(key)].filter((parent) => read(parent).seen === null));
  const entries = [...new Set([...keys, ...missing])].map((path) => {
    const { seen, shared } = read(path);
    return { path, seen, ...(shared === undefined ? {} : { shared }) };
  });
  return { entries: entries.toSorted(byPath) };
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
