import { accessSync, constants, lstatSync, realpathSync, statSync } from 'node:fs';
import { readRegularFile } from '../../files/read-regular-file.ts';

/** What is at a path, links not followed; undefined when there is nothing. */
export function kindAt(path: string): 'file' | 'folder' | 'link' | 'other' | undefined {
  try {
    // Most paths that are asked about are missing, and an error is dear.
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    if (found.isSymbolicLink()) return 'link';
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? 'file' : 'other';
  } catch {
    return undefined;
  }
}

/** Whether there is a folder at a path, links followed. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/** Where a path leads, links followed; undefined when it leads nowhere. */
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

/** A small text file; undefined when it cannot be read. */
export function readText(path: string): string | undefined {
  return readRegularFile(path)?.toString('utf8');
}
