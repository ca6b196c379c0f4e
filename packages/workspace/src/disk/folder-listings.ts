import { lstatSync, readdirSync, type Dirent } from 'node:fs';
import { isMissing, isUnchanged, toStamp, type Stamp } from './stamp.ts';

/** The entries of a folder at one moment. */
export interface FolderListing {
  /** Everything that is neither a folder nor a link. */
  readonly files: readonly string[];
  readonly folders: readonly string[];
  readonly links: readonly string[];
}

const NOTHING: FolderListing = { files: [], folders: [], links: [] };

interface Known {
  readonly stamp: Stamp;
  readonly listing: FolderListing;
}

/** Lists folders, and lists them again only if a name was added, removed or changed. */
export class FolderListings {
  readonly #now: () => number;
  #known = new Map<string, Known>();
  #next = new Map<string, Known>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * The names in a folder. Returns the same object as before if nothing has changed, or undefined if it cannot be
   * listed.
   */
  list(folder: string): FolderListing | undefined {
    const known = this.#known.get(folder);
    try {
      const found = lstatSync(folder);
      const isSame = known !== undefined && isUnchanged(known.stamp, found);
      const now = isSame ? known : { stamp: toStamp(found, this.#now()), listing: readListing(folder) };
      this.#next.set(folder, now);
      return now.listing;
    } catch (thrown) {
      return isMissing(thrown) ? NOTHING : undefined;
    }
  }

  /** Forgets folders that were not listed since the last call. */
  prune(): void {
    this.#known = this.#next;
    this.#next = new Map();
  }
}

function readListing(folder: string): FolderListing {
  const entries = readdirSync(folder, { withFileTypes: true });
  const names = (isWanted: (entry: Dirent) => boolean): readonly string[] =>
    entries.filter(isWanted).map(({ name }) => name);
  return {
    folders: names((entry) => entry.isDirectory()),
    links: names((entry) => entry.isSymbolicLink()),
    files: names((entry) => !entry.isDirectory() && !entry.isSymbolicLink()),
  };
}

/** Identifies the file behind a name, and counts its names. A folder has one. */
export interface FileIdentity {
  readonly key: string;
  readonly names: number;
}

/** Inspects a name. Undefined if it does not exist. */
export function identify(path: string): FileIdentity | undefined {
  try {
    const found = lstatSync(path);
    return { key: `${found.dev}:${found.ino}`, names: found.isDirectory() ? 1 : found.nlink };
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}
