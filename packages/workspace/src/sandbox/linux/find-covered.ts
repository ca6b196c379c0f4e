import { isWithin } from '@bowline/protocol/plain';
import { readdirSync, type Dirent } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { identify } from '../../disk/folder-listings.ts';
import { isFolder, kindAt, toReal } from '../../disk/look.ts';

/** What is hidden from a command, and what it is shown. */
export interface HiddenPaths {
  /** Relative paths start at the first shown folder. */
  readonly hidden: readonly string[];
  readonly shown: readonly [string, ...string[]];
  /**
   * Additional mounts, in which other names are not searched for. A path in one may go through a link that is mounted.
   */
  readonly mounted?: readonly string[];
}

/**
 * The paths to cover so that nothing hidden can be read: the real path of each and its other names in the shown
 * folders, except those inside a covered folder.
 */
export function findCovered({ hidden, shown, mounted = [] }: HiddenPaths): readonly string[] {
  const isIn = (path: string, places: readonly string[]): boolean =>
    places.some((each) => isWithin({ path, root: each }));
  const besides = hidden.filter((path) => isIn(path, mounted) && !isIn(path, shown));
  const isBesides = new Set(besides);
  const rest = hidden.filter((path) => !isBesides.has(path));
  const real = new Set(rest.flatMap((path) => toReal(resolve(shown[0], path)) ?? []));
  const spelled = besides.filter((path) => isFileOrFolder(path));
  const folders = new Set([...real, ...spelled].filter((path) => isFolder(path)));
  const all = new Set([...real, ...findOtherNames(real, { folders, shown })]);
  return [...[...all].filter((path) => isIn(path, shown)), ...spelled].filter((path) => !isInside(path, folders));
}

function isFileOrFolder(path: string): boolean {
  const kind = kindAt(path);
  return kind === 'file' || kind === 'folder';
}

/** Whether a path is inside one of the folders. */
export function isInside(path: string, folders: ReadonlySet<string>): boolean {
  const parent = dirname(path);
  return parent !== path && (folders.has(parent) || isInside(parent, folders));
}

/** Maximum number of entries to search for other names of hidden files. */
const MOST_ENTRIES = 500_000;

/** Finds names of hidden files that are not hidden yet. Searches only if a file has more names than those. */
function findOtherNames(
  real: ReadonlySet<string>,
  { folders, shown }: { readonly folders: ReadonlySet<string>; readonly shown: readonly string[] },
): string[] {
  const missing = countMissing([...real].filter((path) => !folders.has(path)));
  const names: string[] = [];
  const waiting = new Set(shown);
  let left = MOST_ENTRIES;
  for (const folder of waiting) {
    if (missing.size === 0 || left <= 0) break;
    for (const entry of listFolder(folder)) {
      left -= 1;
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !folders.has(path)) waiting.add(path);
      else if (entry.isFile() && !real.has(path) && takeName(path, missing)) names.push(path);
    }
  }
  return names;
}

/** How many names of each file are not among these paths. */
function countMissing(paths: readonly string[]): Map<string, number> {
  const missing = new Map<string, number>();
  for (const path of paths) {
    const { key, names } = identify(path) ?? { key: '', names: 1 };
    if (names > 1) missing.set(key, (missing.get(key) ?? names) - 1);
  }
  for (const [key, count] of missing) if (count === 0) missing.delete(key);
  return missing;
}

/** Whether a path is a missing name. Counts it as found. */
function takeName(path: string, missing: Map<string, number>): boolean {
  const { key = '' } = identify(path) ?? {};
  const count = missing.get(key);
  if (count === undefined) return false;
  if (count === 1) missing.delete(key);
  else missing.set(key, count - 1);
  return true;
}

function listFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
