import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * The content of a regular file, or undefined if it cannot be read. A command may have replaced a workspace file with a
 * pipe, which never ends, or with a link to a device, which is endless. Neither is read.
 */
export function readRegularFile(path: string): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return fstatSync(file).isFile() ? readFileSync(file) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
