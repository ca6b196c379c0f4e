import { setImmediate as nextTask } from 'node:timers/promises';
import { AgentError } from '@bowline/protocol';
import type { ObjectStore } from '../objects/object-store.ts';
import { parentsOf } from '../snapshots/file-key.ts';
import { byPath, type LeftOut } from '../snapshots/file-state.ts';
import { readEntry, toStamp, type ReadEntry } from '../snapshots/read-entry.ts';
import { walkTree, type WalkedEntry } from '../snapshots/walk-tree.ts';
import { ChunkStore } from './chunk-store.ts';
import { restoreTree } from './restore-tree.ts';
import { chunksOf, readListing, toSaveGroup, writeListing, type SavedEntry, type SaveListing } from './save-listing.ts';

/** What is saved, and where. */
export interface FileSavesParts {
  readonly root: string;
  readonly store: ObjectStore;
  /** Whose files they are, such as a session. Only the newest saves of one owner are kept for long. */
  readonly owner: string;
  /** Contents with one of these in it are not stored. */
  readonly secrets?: readonly string[] | undefined;
  /** Saves Git's folder too, for a folder that belongs to the session. Default: it is left out. */
  readonly keepsGit?: boolean | undefined;
  /** Larger files are named and not stored. Default: 100 MB. */
  readonly maxFileBytes?: number | undefined;
  /** Larger workspaces are not saved. Default: 2 GB, and 200,000 entries. */
  readonly maxBytes?: number | undefined;
  readonly maxEntries?: number | undefined;
}

/** A save that is complete in the store. */
export interface Saved {
  readonly kind: 'saved';
  readonly name: string;
  readonly entries: number;
  /** How much was sent for it. */
  readonly sentBytes: number;
  /** What it names and does not contain. */
  readonly leftOut: readonly LeftOut[];
}

/** A workspace that is larger than is saved. Nothing is stored under a name. */
export interface NotSaved {
  readonly kind: 'too-large';
  readonly limit: string;
}

/** What a restoration did. */
export interface RestoredSave {
  readonly kind: 'restored';
  /** How many paths were written, changed or removed. */
  readonly changed: number;
  /** What the save does not contain. */
  readonly leftOut: readonly LeftOut[];
}

/** The save is no longer in the store. The folder is unchanged. */
export interface SaveMissing {
  readonly kind: 'missing';
}

const MAX_FILE_BYTES = 100 * 1024 ** 2;
const MAX_BYTES = 2 * 1024 ** 3;
const MAX_ENTRIES = 200_000;
/** Other sessions of the process wait for at most one file and this long. */
const SLICE_MS = 20;
/** Locks of Git belong to processes that do not move. */
const GIT_LOCK = /(?:^|\/)\.git\/(?:.*\/)?[^/]*\.lock$/;

/** The saves of one workspace. Each contains all files, but only pieces that are not stored yet are sent. */
export class FileSaves {
  readonly #parts: FileSavesParts;
  readonly #chunks: ChunkStore;
  readonly #secrets: readonly Buffer[];
  /** The files of the last save, with the stamps that they had. */
  #last: ReadonlyMap<string, { readonly entry: SavedEntry; readonly stamp: string }> = new Map();
  #saving: Promise<unknown> = Promise.resolve();
  #next: Promise<Saved | NotSaved> | undefined;

  constructor(parts: FileSavesParts) {
    this.#parts = parts;
    this.#chunks = new ChunkStore(parts.store);
    this.#secrets = (parts.secrets ?? []).filter((text) => text !== '').map((text) => Buffer.from(text));
  }

  /**
   * Saves the files as they are now or later: calls that arrive while a save is running share the next one. Resolves
   * when everything is in the store.
   */
  save(): Promise<Saved | NotSaved> {
    this.#next ??= this.#saving.then(async () => {
      this.#next = undefined;
      return await this.#save();
    });
    const saving = this.#next;
    this.#saving = saving.catch(() => undefined);
    return saving;
  }

  /** Makes the folder as it was when it was saved, apart from what no save contains. */
  async restore(name: string): Promise<RestoredSave | SaveMissing> {
    const { root, store, owner, keepsGit, maxFileBytes = MAX_FILE_BYTES } = this.#parts;
    const listing = await readListing(name, { store, chunks: this.#chunks });
    if (listing === undefined) return { kind: 'missing' };
    const read = async (entry: SavedEntry): Promise<Uint8Array> => {
      if (entry.state.kind !== 'file') throw new AgentError('INTERNAL', `${entry.path} is no file`);
      return await this.#chunks.get({ hash: entry.state.hash, chunks: chunksOf(entry) });
    };
    const changed = await restoreTree(listing, { root, keepsGit, maxFileBytes, read });
    if (name.startsWith(`${toSaveGroup(owner)}/`)) this.#keepKnown(listing, listing.pieces);
    return { kind: 'restored', changed, leftOut: listing.leftOut };
  }

  async #save(): Promise<Saved | NotSaved> {
    const { store, owner } = this.#parts;
    const sentBefore = this.#chunks.sentBytes;
    const walked = this.#walk();
    if ('limit' in walked) return { kind: 'too-large', limit: walked.limit };
    const next = new Map<string, { readonly entry: SavedEntry; readonly stamp: string }>();
    const leftOut: LeftOut[] = [...walked.leftOut];
    let since = performance.now();
    for (const each of walked.entries) {
      const found = await this.#look(each);
      if (found === undefined) continue;
      if ('reason' in found) leftOut.push(found);
      else next.set(each.key, found);
      if (performance.now() - since < SLICE_MS) continue;
      await nextTask();
      since = performance.now();
    }
    this.#keepUnread(next, leftOut);
    const entries = [...next.values()].map(({ entry }) => entry).toSorted(byPath);
    const listing = { entries, leftOut: leftOut.toSorted(byPath) };
    const { name, pieces } = await writeListing(listing, { store, chunks: this.#chunks, group: toSaveGroup(owner) });
    this.#last = next;
    this.#keepKnown(listing, pieces);
    const sentBytes = this.#chunks.sentBytes - sentBefore;
    return { kind: 'saved', name, entries: entries.length, sentBytes, leftOut: listing.leftOut };
  }

  #walk():
    { readonly entries: readonly WalkedEntry[]; readonly leftOut: readonly LeftOut[] } | { readonly limit: string } {
    const { root, keepsGit = false, maxEntries = MAX_ENTRIES, maxBytes = MAX_BYTES } = this.#parts;
    const { maxFileBytes = MAX_FILE_BYTES } = this.#parts;
    const entries: WalkedEntry[] = [];
    let bytes = 0;
    const visit = (walked: WalkedEntry): void => {
      if (GIT_LOCK.test(walked.key)) return;
      entries.push(walked);
      const size = Number(walked.stats.size);
      if (walked.stats.isFile() && size <= maxFileBytes) bytes += size;
    };
    const leftOut = walkTree({ root, own: undefined, maxEntries, keepsGit, visit });
    if (leftOut === undefined) return { limit: `${maxEntries} entries` };
    if (bytes > maxBytes) return { limit: `${maxBytes} bytes` };
    return { entries, leftOut };
  }

  /** An entry, with its content on the way to the store. Undefined if it is gone. */
  async #look(
    walked: WalkedEntry,
  ): Promise<{ readonly entry: SavedEntry; readonly stamp: string } | LeftOut | undefined> {
    const path = walked.key;
    const known = this.#last.get(path);
    if (known !== undefined && known.stamp !== '' && known.stamp === toStamp(walked.stats)) return known;
    const { seen, bytes, stamp }: ReadEntry = readEntry(
      walked.path,
      this.#parts.maxFileBytes ?? MAX_FILE_BYTES,
      walked.stats,
    );
    if (seen === null) return undefined;
    if (seen.kind === 'unseen') return { path, reason: seen.reason };
    if (bytes === undefined) return { entry: { path, state: seen }, stamp };
    if (this.#secrets.some((secret) => bytes.includes(secret))) return { path, reason: 'secret' };
    const chunks = await this.#chunks.put(bytes);
    return { entry: { path, state: seen, ...(chunks.length > 1 ? { chunks } : {}) }, stamp };
  }

  /** What could not be read this time is saved as it was. */
  #keepUnread(
    next: Map<string, { readonly entry: SavedEntry; readonly stamp: string }>,
    leftOut: readonly LeftOut[],
  ): void {
    const unread = new Set(
      leftOut.filter(({ reason }) => reason === 'changing' || reason === 'unreadable').map(({ path }) => path),
    );
    if (unread.size === 0) return;
    for (const [path, known] of this.#last)
      if (!next.has(path) && [path, ...parentsOf(path)].some((each) => unread.has(each))) next.set(path, known);
  }

  #keepKnown({ entries }: SaveListing, pieces: readonly string[]): void {
    this.#chunks.setKnown([...pieces, ...entries.flatMap(chunksOf)]);
  }
}
