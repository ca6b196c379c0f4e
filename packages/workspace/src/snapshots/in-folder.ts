import { closeSync, constants, existsSync, lstatSync, openSync } from 'node:fs';
import { toDiskPath, toPathIn } from './file-key.ts';

/** The path of an entry of an open folder. `.` is the folder itself. */
export type EntryPath = (name: string) => string | Buffer;

/** Node has no `openat`; on Linux a path through /proc/self/fd does the same. */
const HANDLES = '/proc/self/fd';
/** Linux's O_PATH opens folders that can be traversed but not read. Node has no constant for it. */
const O_PATH = 0o10000000;
const hasHandles = existsSync(HANDLES);
const { O_DIRECTORY, O_NOFOLLOW } = constants;
const FLAGS = O_PATH | O_DIRECTORY | O_NOFOLLOW;

/**
 * Uses a folder below the root. No link is followed on the way, because a folder that was replaced by one would lead
 * elsewhere. Undefined if the folder is missing, is no folder or cannot be reached.
 */
export function inFolder<Result>(root: string, folder: string, use: (at: EntryPath) => Result): Result | undefined {
  const names = folder === '' ? [] : folder.split('/');
  if (!hasHandles) return isRealFolder(root, names) ? use(entriesOf(toPathIn(root, folder))) : undefined;
  let handle = openSync(root, FLAGS);
  try {
    for (const name of names) {
      const next = openOrUndefined(toPathIn(`${HANDLES}/${handle}`, name));
      if (next === undefined) return undefined;
      closeSync(handle);
      handle = next;
    }
    return use((name) => toPathIn(`${HANDLES}/${handle}`, name));
  } finally {
    closeSync(handle);
  }
}

const UNREACHABLE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES']);

/** The code of a file system error. */
export function errnoOf(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** Whether a file system error says that this user may not do it. */
export function isDenied(thrown: unknown): boolean {
  return ['EACCES', 'EPERM'].includes(errnoOf(thrown) ?? '');
}

function openOrUndefined(path: string | Buffer): number | undefined {
  try {
    return openSync(path, FLAGS);
  } catch (thrown) {
    if (UNREACHABLE.has(errnoOf(thrown) ?? '')) return undefined;
    throw thrown;
  }
}

function isRealFolder(root: string, names: readonly string[]): boolean {
  return names.every((_, at) => {
    const path = toPathIn(root, names.slice(0, at + 1).join('/'));
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  });
}

function entriesOf(folder: string | Buffer): EntryPath {
  return (name) => {
    const entry = toDiskPath(name);
    if (typeof folder === 'string') return toPathIn(folder, name);
    return Buffer.concat([folder, Buffer.from('/'), typeof entry === 'string' ? Buffer.from(entry) : entry]);
  };
}
