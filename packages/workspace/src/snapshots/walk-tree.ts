import { readdirSync, type BigIntStats, type Dirent } from 'node:fs';
import { isMissing } from '../disk/stamp.ts';
import { joinKey, toKey, toPathIn } from './file-key.ts';
import type { LeftOut, LeftOutReason } from './file-state.ts';
import { isDenied } from './in-folder.ts';
import { isTemporary, LeftOutFolders } from './left-out.ts';
import { statEntry } from './read-entry.ts';

/** What to walk, and what to do with each entry. */
export interface TreeWalk {
  readonly root: string;
  /** A folder that is left out in any case: that of the store. */
  readonly own: string | undefined;
  readonly maxEntries: number;
  /** Git's folder is walked like any other. */
  readonly keepsGit?: boolean;
  readonly visit: (entry: WalkedEntry) => void;
}

export interface WalkedEntry {
  readonly key: string;
  readonly path: string | Buffer;
  readonly stats: BigIntStats;
}

/** Visits every entry below the root that is not left out by its name. Undefined if there are too many. */
export function walkTree({ root, own, maxEntries, keepsGit, visit }: TreeWalk): readonly LeftOut[] | undefined {
  const leftOut: LeftOut[] = [];
  const rules = new LeftOutFolders(root, keepsGit);
  const folders = [''];
  let count = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const names = listFolder(root, folder);
    if (typeof names === 'string') {
      leftOut.push({ path: folder, reason: names });
      continue;
    }
    count += names.length;
    if (count > maxEntries) return undefined;
    for (const { name, isFolder } of names) {
      const key = joinKey(folder, name);
      const found = inspect(toPathIn(root, key), key === own ? 'generated' : rules.reasonFor(folder, name, isFolder));
      if (typeof found === 'string') leftOut.push({ path: key, reason: found });
      if (typeof found !== 'object' || isTemporary(name)) continue;
      visit({ key, ...found });
      if (found.stats.isDirectory()) folders.push(key);
    }
  }
  return leftOut;
}

interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** The entries of a folder, or why they cannot be listed. */
function listFolder(root: string, folder: string): readonly FolderEntry[] | LeftOutReason {
  const path = folder === '' ? root : toPathIn(root, folder);
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    // Names are read as bytes only where that makes a difference, because it takes twice as long.
    if (entries.every(({ name }) => !/[\\\uFFFD]/.test(name))) return entries.map((each) => toEntry(each, each.name));
    return readdirSync(path, { withFileTypes: true, encoding: 'buffer' }).map((each) =>
      toEntry(each, toKey(each.name)),
    );
  } catch (thrown) {
    if (folder !== '' && isMissing(thrown)) return [];
    if (folder === '' || !isDenied(thrown)) throw thrown;
    return 'unreadable';
  }
}

/** Inspects an entry unless it is left out. One in a folder that can be listed but not entered is unreadable. */
function inspect(
  path: string | Buffer,
  reason: LeftOutReason | undefined,
): Omit<WalkedEntry, 'key'> | LeftOutReason | undefined {
  if (reason !== undefined) return reason;
  try {
    const stats = statEntry(path);
    return stats === undefined ? undefined : { path, stats };
  } catch (thrown) {
    if (isDenied(thrown)) return 'unreadable';
    throw thrown;
  }
}

function toEntry(entry: Dirent | Dirent<Buffer>, name: string): FolderEntry {
  return { name, isFolder: entry.isDirectory() };
}
