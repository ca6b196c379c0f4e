import { accessSync, constants, lstatSync, realpathSync, statSync } from 'node:fs';
import { readRegularFile } from './read-regular-file.ts';

/** The kind of the file at a path, without following links. Undefined if it does not exist. */
export function kindAt(path: string): 'file' | 'folder' | 'link' | 'other' | undefined {
  try {
    // Most of these paths do not exist, and exceptions are slow.
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    if (found.isSymbolicLink()) return 'link';
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? 'file' : 'other';
  } catch {
    return undefined;
  }
}

/** Whether a path is a folder, following links. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/** The real path, following links. Undefined if it does not exist. */
export function toReal(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Whether this process can read a path. */
export function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** The content of a small text file, or undefined if it cannot be read. */
export function readText(path: string): string | undefined {
  return readRegularFile(path)?.toString('utf8');
}
