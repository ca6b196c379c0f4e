import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * The content of a file; undefined when it cannot be read. In a workspace a command may have put a pipe in its place,
 * which never ends, or a link to a device, which is endless: neither is read.
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
