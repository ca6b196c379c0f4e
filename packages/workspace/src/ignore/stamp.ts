import type { Stats } from 'node:fs';

/** The coarsest clock of a file system that is expected, in milliseconds. */
const COARSEST_MS = 2000;

/** What something on disk looked like, by a clock that programs cannot set back: another stamp means that it has changed. */
export interface Stamp extends Pick<Stats, 'dev' | 'ino' | 'size' | 'ctimeMs'> {
  /** A change right after the look may have left the same stamp: then it proves nothing. */
  readonly isFresh: boolean;
}

/** The stamp of what was looked at. */
export function toStamp({ dev, ino, size, ctimeMs }: Stats, nowMs: number): Stamp {
  return { dev, ino, size, ctimeMs, isFresh: ctimeMs > nowMs - COARSEST_MS };
}

/** Whether nothing has changed between two looks. */
export function isUnchanged(before: Stamp, now: Stats): boolean {
  const isSame = before.ctimeMs === now.ctimeMs && before.ino === now.ino && before.dev === now.dev;
  return !before.isFresh && isSame && before.size === now.size;
}

/** Whether an error says that nothing is there. */
export function isMissing(thrown: unknown): boolean {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
