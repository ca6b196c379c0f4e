import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** How a file is replaced. */
export interface ReplaceOptions {
  /** Default: readable by its owner only. */
  readonly mode?: number;
  /** Forces the data to disk before the rename, so that a power failure leaves one of the two files. Default: true. */
  readonly isDurable?: boolean;
}

/**
 * Replaces a file atomically: readers and a crash see either the old or the new content. The folder must exist. Throws
 * file system errors unchanged and leaves no temporary file behind.
 */
export function replaceFile(path: string, data: string | Uint8Array, options: ReplaceOptions = {}): void {
  const { mode = 0o600, isDurable = true } = options;
  const temporary = `${path}.${randomUUID()}.tmp`;
  const file = openSync(temporary, 'wx', mode);
  try {
    try {
      writeFileSync(file, data);
      if (isDurable) fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (thrown) {
    rmSync(temporary, { force: true });
    throw thrown;
  }
}
