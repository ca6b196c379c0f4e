import { realpathSync } from 'node:fs';

/** A path as the file system itself spells it, with no links left; undefined where there is nothing to be reached. */
export function toRealPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined; // missing, unreadable, or not a path: the caller decides what that means
  }
}
