import type { Stats } from 'node:fs';

/** The coarsest file system clock that is expected, in milliseconds. */
const COARSEST_MS = 2000;

/**
 * A fingerprint of a file or folder, based on the change time, which programs cannot set. If it differs, something has
 * changed.
 */
export interface Stamp extends Pick<Stats, 'dev' | 'ino' | 'size' | 'ctimeMs'> {
  /** A change right after the inspection may not have changed the fingerprint, so an equal one proves nothing. */
  readonly isFresh: boolean;
}

/** The fingerprint of what was inspected. */
export function toStamp({ dev, ino, size, ctimeMs }: Stats, nowMs: number): Stamp {
  return { dev, ino, size, ctimeMs, isFresh: ctimeMs > nowMs - COARSEST_MS };
}

/** Whether nothing has changed since the fingerprint. */
export function isUnchanged(before: Stamp, now: Stats): boolean {
  const isSame = before.ctimeMs === now.ctimeMs && before.ino === now.ino && before.dev === now.dev;
  return !before.isFresh && isSame && before.size === now.size;
}

/** Whether an error says that a path does not exist. */
export function isMissing(thrown: unknown): boolean {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
