import { realpathSync } from 'node:fs';

/** A path as the file system itself spells it, with all links resolved. Undefined if it cannot be reached. */
export function toRealPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined; // missing, unreadable, or not a path: the caller decides what that means
  }
}
