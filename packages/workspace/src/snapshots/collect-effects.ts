import { readdirSync } from 'node:fs';
import type { Contents } from './contents.ts';
import { joinKey, toKey, toName, toParent, toPathIn } from './file-key.ts';
import {
  byPath,
  isSameState,
  type FileChange,
  type LeftOutReason,
  type MaybeState,
  type Seen,
  type Unseen,
} from './file-state.ts';
import { errnoOf, inFolder } from './in-folder.ts';
import { isSameIndex } from './git-index.ts';
import { isInGit } from './left-out.ts';
import { readEntry, statEntry, type ReadEntry } from './read-entry.ts';

/** Where to look for what a command has changed in a copy of the root. */
export interface CopyPlaces {
  /** The copy, as the command has left it. */
  readonly view: string;
  /** Has an entry for each path at which something happened. */
  readonly upper: string;
  /** When the command started, by the clock of the file system, in nanoseconds. */
  readonly began: bigint;
  /** Keys of files and folders that were there only while the command ran, if nothing has changed them. */
  readonly placeholders: readonly string[];
  /** Paths that the copy began with: those that are now as in the root are reported. */
  readonly begun?: readonly string[];
  /** A private folder for temporary files. */
  readonly scratch: string;
}

/** What a command has changed in a copy. */
export interface Effects {
  /** Ordered by path. All contents are stored. */
  readonly changes: readonly FileChange[];
  /** What it has made that cannot be kept, such as a socket. */
  readonly special: readonly string[];
  /** Paths that cannot be kept, and why. Nothing can be applied then. */
  readonly lost: readonly { readonly path: string; readonly reason: LeftOutReason }[];
  /** Paths that something else has changed while the command ran. */
  readonly disturbed: readonly string[];
  /** Paths that the copy began with, and what is at them, if that is what the root has. */
  readonly reverted: readonly { readonly path: string; readonly state: MaybeState }[];
}

/** What is collected from. */
export interface CollectParts {
  readonly root: string;
  readonly contents: Contents;
  readonly maxFileBytes: number;
  readonly maxChanges: number;
}

/** Finds what a command has changed in a copy, and stores the contents before and after. */
export function collectEffects(places: CopyPlaces, parts: CollectParts): Effects {
  const run = new Collection(places, parts);
  run.folder('');
  const { changes, special, lost, disturbed } = run;
  const others = new Set([...changes, ...lost].map(({ path }) => path));
  const reverted = (places.begun ?? []).filter((path) => !others.has(path)).flatMap((path) => run.stateOf(path));
  return { changes: changes.toSorted(byPath), special, lost, disturbed: [...disturbed], reverted };
}

class Collection {
  readonly changes: FileChange[] = [];
  readonly special: string[] = [];
  readonly lost: { readonly path: string; readonly reason: LeftOutReason }[] = [];
  readonly disturbed = new Set<string>();
  readonly #places: CopyPlaces;
  readonly #parts: CollectParts;
  readonly #placeholders: ReadonlySet<string>;
  readonly #begun: ReadonlySet<string>;

  constructor(places: CopyPlaces, parts: CollectParts) {
    this.#places = places;
    this.#parts = parts;
    this.#placeholders = new Set(places.placeholders);
    this.#begun = new Set(places.begun);
  }

  /** Compares a folder that has an entry in the upper folder. */
  folder(key: string): void {
    const { view, upper } = this.#places;
    const now = new Set(list(view, key));
    for (const name of list(this.#parts.root, key)) if (!now.has(name)) this.#removed(joinKey(key, name));
    for (const name of list(upper, key)) if (now.has(name)) this.#entry(joinKey(key, name));
  }

  /** What the command has left at a path. None if that cannot be kept. */
  stateOf(path: string): readonly { readonly path: string; readonly state: MaybeState }[] {
    const { view } = this.#places;
    const { maxFileBytes } = this.#parts;
    const seen = inFolder(view, toParent(path), (at) => readEntry(at(toName(path)), maxFileBytes).seen) ?? null;
    return isUnseen(seen) ? [] : [{ path, state: seen }];
  }

  #entry(key: string): void {
    const [before, after] = [this.#before(key), this.#look(this.#places.view, key)];
    if (this.#isPlaceholder(key, before, after)) return;
    const [was, is] = [before.seen, after.seen];
    if (isSpecial(key, is)) {
      if (was?.kind !== 'unseen') this.special.push(key);
      return;
    }
    if (was?.kind === 'folder' && is?.kind !== 'folder') this.#removedInside(key);
    this.#add(key, before, after);
    if (is?.kind === 'folder') this.folder(key);
  }

  #removed(key: string): void {
    const before = this.#before(key);
    if (before.seen?.kind === 'folder') this.#removedInside(key);
    this.#add(key, before, { seen: null, stamp: '' });
  }

  #removedInside(key: string): void {
    for (const name of list(this.#parts.root, key)) this.#removed(joinKey(key, name));
  }

  #add(path: string, before: ReadEntry, after: ReadEntry): void {
    const [was, is] = [before.seen, after.seen];
    if (isSameState(was, is) || isSameIndex(path, before.bytes, after.bytes)) return;
    const unseen = [was, is].flatMap((seen) => (seen?.kind === 'unseen' ? [{ path, reason: seen.reason }] : []));
    this.lost.push(...unseen);
    if (isUnseen(was) || isUnseen(is)) return;
    if (this.changes.length >= this.#parts.maxChanges) {
      if (this.lost.at(-1)?.reason !== 'too-many') this.lost.push({ path, reason: 'too-many' });
      return;
    }
    for (const entry of [before, after]) {
      const reason = this.#store(entry);
      if (reason !== undefined) this.lost.push({ path, reason });
    }
    // What the copy began with is compared with what was there when it was first changed.
    if (!this.#begun.has(path) && this.#isDisturbed(path, was)) this.disturbed.add(path);
    this.changes.push({ path, before: was, after: is });
  }

  /** Why a content cannot be stored. */
  #store({ seen, bytes }: ReadEntry): LeftOutReason | undefined {
    const { contents } = this.#parts;
    if (seen?.kind !== 'file' || bytes === undefined || contents.put(seen.hash, bytes)) return undefined;
    return contents.holdsSecret(bytes) ? 'secret' : 'store-full';
  }

  /** The time of a change cannot be set back. Where nothing is, that of the folder tells. */
  #isDisturbed(path: string, was: Seen): boolean {
    const { root } = this.#parts;
    const looked = was === null ? toParent(path) : path;
    const time = inFolder(root, toParent(looked), (at) => statEntry(at(looked === '' ? '.' : toName(looked)))?.ctimeNs);
    if (time === undefined) return was !== null;
    // A folder changes with each of its entries.
    return time >= this.#places.began && was?.kind !== 'folder';
  }

  #isPlaceholder(key: string, { seen: was }: ReadEntry, { seen: is }: ReadEntry): boolean {
    if (was !== null || !this.#placeholders.has(key)) return false;
    return is?.kind === 'folder' ? list(this.#places.view, key).length === 0 : is?.kind === 'file';
  }

  #before(key: string): ReadEntry {
    const { root, maxFileBytes } = this.#parts;
    const entry = inFolder(root, toParent(key), (at) => readEntry(at(toName(key)), maxFileBytes));
    return entry ?? { seen: null, stamp: '' };
  }

  #look(folder: string, key: string): ReadEntry {
    return readEntry(toPathIn(folder, key), this.#parts.maxFileBytes);
  }
}

function isUnseen(seen: Seen): seen is Unseen {
  return seen?.kind === 'unseen';
}

/** A socket or pipe, or a link in Git's folder, which leads the user's own Git elsewhere; Git itself makes none. */
function isSpecial(key: string, seen: Seen): boolean {
  if (isUnseen(seen)) return seen.reason === 'special';
  return seen?.kind === 'link' && isInGit(toParent(key));
}

/** The names in a folder. None if it is missing, or is no folder. */
function list(folder: string, key: string): readonly string[] {
  const path = key === '' ? folder : toPathIn(folder, key);
  try {
    if (statEntry(path)?.isDirectory() !== true && key !== '') return [];
    return readdirSync(path, { encoding: 'buffer' }).map(toKey);
  } catch (thrown) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(errnoOf(thrown) ?? '')) return [];
    throw thrown;
  }
}
