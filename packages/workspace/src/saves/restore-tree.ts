import {
  chmodSync,
  closeSync,
  fchmodSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { AgentError } from '@bowline/protocol';
import { depthOf, parentsOf, toDiskPath, toName, toParent } from '../snapshots/file-key.ts';
import { isSameState, type FileState } from '../snapshots/file-state.ts';
import { inFolder, type EntryPath } from '../snapshots/in-folder.ts';
import { readEntry } from '../snapshots/read-entry.ts';
import { walkTree } from '../snapshots/walk-tree.ts';
import type { SavedEntry, SaveListing } from './save-listing.ts';

/** Where to restore, and how to read what is missing there. */
export interface RestoreTreeParts {
  readonly root: string;
  readonly keepsGit?: boolean | undefined;
  readonly maxFileBytes: number;
  readonly read: (entry: SavedEntry) => Promise<Uint8Array>;
}

/** In the root, so that the next restoration finds what a killed one has left. */
const TEMPORARY = '.bowline-0.new';
/** Lets this user change what is in a folder. */
const OPEN = 0o700;
/** A restored file never runs as another user. */
const FILE_MODE = 0o1777;

/**
 * Makes a folder equal to a listing: creates, replaces and removes. A second call finishes what an interrupted one
 * began. Generated folders stay, and what the listing leaves out. Resolves to the number of changed paths.
 */
export async function restoreTree(listing: SaveListing, parts: RestoreTreeParts): Promise<number> {
  const run = new TreeRestore(parts);
  const wanted = new Set(listing.entries.map(({ path }) => path));
  const leftOut = new Set(listing.leftOut.map(({ path }) => path));
  const isLeftOut = (path: string): boolean => [path, ...parentsOf(path)].some((each) => leftOut.has(each));
  const removeOthers = (): void => {
    for (const path of run.list().toSorted((a, b) => depthOf(b) - depthOf(a)))
      if (!wanted.has(path) && !isLeftOut(path)) run.remove(path);
  };
  const shallowFirst = listing.entries.toSorted((a, b) => depthOf(a.path) - depthOf(b.path));
  run.removeTemporary();
  removeOthers();
  for (const { path, state } of shallowFirst) if (state.kind === 'folder') run.folder(path);
  for (const entry of shallowFirst) if (entry.state.kind !== 'folder') await run.entry(entry);
  removeOthers(); // the ignore files are the right ones now
  for (const { path, state } of shallowFirst.toReversed()) if (state.kind === 'folder') run.setMode(path, state.mode);
  return run.changed.size;
}

class TreeRestore {
  readonly changed = new Set<string>();
  readonly #parts: RestoreTreeParts;

  constructor(parts: RestoreTreeParts) {
    this.#parts = parts;
  }

  removeTemporary(): void {
    rmSync(this.#temporary, { force: true });
  }

  /** All paths that a listing could contain. Their folders are made writable. */
  list(): readonly string[] {
    const { root, keepsGit = false } = this.#parts;
    const paths: string[] = [];
    walkTree({
      ...{ root, own: undefined, maxEntries: Infinity, keepsGit },
      visit: ({ key, path, stats }) => {
        paths.push(key);
        if (stats.isDirectory() && (Number(stats.mode) & OPEN) !== OPEN) chmodSync(path, OPEN);
      },
    });
    return paths;
  }

  remove(path: string): void {
    this.#in(toParent(path), (at) => {
      rmSync(at(toName(path)), { recursive: true, force: true });
    });
    this.changed.add(path);
  }

  folder(path: string): void {
    this.#in(toParent(path), (at) => {
      const { seen } = readEntry(at(toName(path)), 0);
      if (seen?.kind === 'folder') return;
      this.changed.add(path);
      if (seen !== null) rmSync(at(toName(path)), { force: true });
      mkdirSync(at(toName(path)), { mode: OPEN });
    });
  }

  async entry(entry: SavedEntry): Promise<void> {
    const { path, state } = entry;
    const { maxFileBytes } = this.#parts;
    const now = this.#in(toParent(path), (at) => readEntry(at(toName(path)), maxFileBytes).seen);
    if (isSameState(now, state)) return;
    this.changed.add(path);
    if (now?.kind === 'folder') this.remove(path);
    const bytes = state.kind === 'file' ? await this.#parts.read(entry) : undefined;
    this.#in(toParent(path), (at) => {
      this.#write(state, bytes);
      renameSync(this.#temporary, at(toName(path)));
    });
  }

  setMode(path: string, mode: number): void {
    this.#in(path, (at) => {
      chmodSync(at('.'), mode);
    });
  }

  get #temporary(): string {
    return join(this.#parts.root, TEMPORARY);
  }

  #write(state: FileState, bytes: Uint8Array | undefined): void {
    const temporary = this.#temporary;
    if (state.kind === 'link') symlinkSync(toDiskPath(state.target), temporary);
    if (state.kind !== 'file' || bytes === undefined) return;
    const file = openSync(temporary, 'wx', 0o600);
    try {
      for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
      fchmodSync(file, state.mode & FILE_MODE);
    } finally {
      closeSync(file);
    }
  }

  /** Uses a folder that is reached without a link. */
  #in<Result>(folder: string, use: (at: EntryPath) => Result): Result {
    const result = inFolder(this.#parts.root, folder, (at) => ({ value: use(at) }));
    if (result !== undefined) return result.value;
    throw new AgentError('STORE_FAILED', `Cannot restore files in ${folder}: something else changes this folder`, {
      retryable: true,
    });
  }
}
