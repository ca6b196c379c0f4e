import { AgentError } from '@bowline/protocol';
import { randomBytes } from 'node:crypto';
import { readdirSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { applyRestore, isOpenMode } from './apply-restore.ts';
import { Contents, type Pruned, type PruneOptions } from './contents.ts';
import { toDiskPath, toKey, toName, toParent } from './file-key.ts';
import { byPath, type FileChange } from './file-state.ts';
import { inFolder, isDenied, type EntryPath } from './in-folder.ts';
import { compareHeld, holdPaths, isSharedWrite, type Held } from './known-writes.ts';
import { isInGit } from './left-out.ts';
import { lookAtTree, type Looked } from './look-at-tree.ts';
import { mergeSteps } from './merge-steps.ts';
import { inStore, openStore } from './open-store.ts';
import { planRestore, type PlanParts } from './plan-restore.ts';
import { MAX_FILE_BYTES, readEntry, type ReadEntry } from './read-entry.ts';
import { withRestoreLock } from './restore-lock.ts';
import {
  isFolderState,
  isWork,
  type PlanEntry,
  type Refusal,
  type Restored,
  type RestoreJournal,
  type RestoreOperation,
  type RestoreOptions,
  type RestorePlan,
  type RestoreTarget,
} from './restore-plan.ts';
import { toHeldKeys } from './held-keys.ts';
import { TreeListing } from './tree-listing.ts';

/** Where the files and their history are, and the limits. */
export interface SnapshotOptions {
  /** The folder whose files are kept. */
  readonly root: string;
  /** The folder of the store, for this root only. Several processes may use it. */
  readonly folder: string;
  /** How many bytes of contents are stored. Default: 1 GB. */
  readonly maxBytes?: number;
  /** Larger files are not stored. Default: 20 MB. */
  readonly maxFileBytes?: number;
  /** Larger trees are not looked at. Default: 200,000 entries. */
  readonly maxEntries?: number;
}

const MAX_BYTES = 1024 ** 3;
const MAX_ENTRIES = 200_000;

/** The file history of a folder, in the thread that calls it. See `Snapshots`. */
export class SnapshotEngine {
  readonly #options: Required<SnapshotOptions>;
  readonly #database: DatabaseSync;
  readonly #contents: Contents;
  readonly #listing: TreeListing;
  readonly #onPoint: () => void;

  /** `onPoint` is called around every change of a restore, for tests that stop there. */
  constructor(options: SnapshotOptions, onPoint: () => void = () => undefined) {
    this.#options = {
      maxBytes: MAX_BYTES,
      maxFileBytes: MAX_FILE_BYTES,
      maxEntries: MAX_ENTRIES,
      ...options,
      root: toRealFolder(options.root),
    };
    this.#onPoint = onPoint;
    this.#database = openStore(options.folder);
    [this.#contents, this.#listing] = inStore(options.folder, () => {
      const contents = new Contents(this.#database, this.#options.maxBytes);
      return [contents, new TreeListing(this.#database, contents)] as const;
    });
  }

  look(): Looked {
    return this.#inStore(() => {
      const { root, folder, ...limits } = this.#options;
      const own = relative(root, realpathSync(folder));
      return lookAtTree({ ...limits, root, own, contents: this.#contents, listing: this.#listing });
    });
  }

  hold(paths: readonly string[]): Held {
    return this.#inStore(() => holdPaths(toHeldKeys(this.#options.root, paths), (path) => this.#read(path)));
  }

  settle({ entries }: Held): Looked {
    return this.#inStore(() => {
      const settled = entries.map((held) => ({ held, now: this.#read(held.path) }));
      for (const { held, now } of settled) this.#list(held.path, now);
      const known = compareHeld(settled, this.#contents);
      if (!this.#listing.isCurrent || !settled.some(isSharedWrite)) return known;
      // The other names are not known.
      const { changes } = this.look();
      return { ...known, changes: mergeSteps([known.changes, changes]).toSorted(byPath) };
    });
  }

  plan(changes: readonly FileChange[], target: RestoreTarget): RestorePlan {
    return this.#inStore(() => {
      const entries = planRestore(
        { changes: changes.filter(isRestorable), target, overwrite: new Set() },
        this.#planParts(),
      );
      return { target, changes, entries };
    });
  }

  restore({ target, changes, entries }: RestorePlan, { overwrite = [], key }: RestoreOptions = {}): Restored {
    return this.#inRestore(() => {
      if (this.#readJournal() !== undefined)
        throw new AgentError('STORE_FAILED', 'An earlier restore of files was interrupted', {
          hint: 'Finish it first (resume)',
        });
      const planned = new Map(entries.map(({ path, now }) => [path, now]));
      const request = { changes: changes.filter(isRestorable), target, overwrite: new Set(overwrite), planned };
      const fresh = planRestore(request, this.#planParts());
      const work = fresh.filter(isWork);
      const isSafe = ({ now }: PlanEntry): boolean => now?.kind !== 'file' || this.#contents.has(now.hash);
      const unsafe = work
        .filter((entry) => !isSafe(entry))
        .map(({ path }) => ({ path, reason: 'store-full' as const }));
      const refusals = fresh.flatMap(({ path, reason }) => (reason === undefined ? [] : [{ path, reason }]));
      return this.#apply(this.#writeJournal(work.filter(isSafe), [...refusals, ...unsafe], key));
    });
  }

  restored(key: string): Restored | null {
    return this.#inStore(() => {
      const row = this.#database.prepare('SELECT body FROM restored WHERE key = ?').get(key);
      return row === undefined ? null : (JSON.parse(String(row['body'])) as Restored);
    });
  }

  resume(): Restored | null {
    return this.#inRestore(() => {
      const journal = this.#readJournal();
      return journal === undefined ? null : this.#apply(journal);
    });
  }

  read(hash: string): Uint8Array | null {
    return this.#inStore(() => this.#contents.get(hash) ?? null);
  }

  prune(options: PruneOptions): Pruned {
    return this.#inStore(() => this.#contents.prune(options));
  }

  close(): void {
    this.#database.close();
  }

  #writeJournal(work: readonly PlanEntry[], refusals: readonly Refusal[], key: string | undefined): RestoreJournal {
    const operations = work.map(({ path, now, result }) => ({ path, from: now, to: result }) as RestoreOperation);
    const parents = new Set(operations.map(({ path }) => toParent(path)));
    const opened = [...parents].flatMap((path) => {
      const seen = this.#readNow(path).seen;
      return isFolderState(seen) && !isOpenMode(seen.mode) ? [{ path, mode: seen.mode }] : [];
    });
    const id = randomBytes(4).toString('hex');
    const journal = { id, operations, opened, refusals, ...(key === undefined ? {} : { key }) };
    const insert = this.#database.prepare('INSERT INTO journal VALUES (?, ?)');
    this.#onPoint();
    this.#contents.write(() => insert.run(journal.id, JSON.stringify(journal)));
    this.#contents.flush();
    this.#onPoint();
    return journal;
  }

  #readJournal(): RestoreJournal | undefined {
    const row = this.#database.prepare('SELECT body FROM journal').get();
    return row === undefined ? undefined : (JSON.parse(String(row['body'])) as RestoreJournal);
  }

  #apply(journal: RestoreJournal): Restored {
    const { root, maxFileBytes } = this.#options;
    const parts = { contents: this.#contents, maxFileBytes, point: this.#onPoint };
    const { done, refused } = applyRestore(root, journal, parts);
    for (const { path } of journal.operations) this.#list(path, this.#read(path));
    const step = done.map(({ path, from, to }) => ({ path, before: from, after: to })).toSorted(byPath);
    const all = [...journal.refusals, ...refused].toSorted(byPath);
    const result = { step, conflicts: all.filter(isConflict), skipped: all.filter((each) => !isConflict(each)) };
    const remove = this.#database.prepare('DELETE FROM journal WHERE id = ?');
    const keep = this.#database.prepare('INSERT OR REPLACE INTO restored VALUES (?, ?)');
    this.#onPoint();
    this.#contents.write(() => {
      if (journal.key !== undefined) keep.run(journal.key, JSON.stringify(result));
      remove.run(journal.id);
    });
    this.#contents.flush();
    this.#onPoint();
    return result;
  }

  /** What is at a path now, with its content stored. */
  #read(path: string): ReadEntry {
    const entry = this.#readNow(path);
    if (entry.seen?.kind === 'file' && entry.bytes !== undefined) this.#contents.put(entry.seen.hash, entry.bytes);
    return entry;
  }

  #readNow(path: string): ReadEntry {
    const { root, maxFileBytes } = this.#options;
    const name = path === '' ? '.' : toName(path);
    return inFolder(root, toParent(path), (at) => readEntry(at(name), maxFileBytes)) ?? { seen: null, stamp: '' };
  }

  #list(path: string, { seen, stamp }: ReadEntry): void {
    if (seen?.kind !== 'unseen') this.#listing.set(path, seen === null ? undefined : { state: seen, stamp });
  }

  #planParts(): PlanParts {
    return {
      contents: this.#contents,
      read: (path) => this.#read(path).seen,
      list: (path) => inFolder(this.#options.root, path, listNames),
    };
  }

  #inRestore<Result>(work: () => Result): Result {
    return withRestoreLock(join(this.#options.folder, 'restore.lock'), () => this.#inStore(work));
  }

  #inStore<Result>(work: () => Result): Result {
    return inStore(this.#options.folder, () => {
      try {
        const result = work();
        this.#contents.flush();
        return result;
      } catch (thrown) {
        this.#contents.abandon();
        throw thrown;
      }
    });
  }
}

function listNames(at: EntryPath): readonly string[] | undefined {
  try {
    return readdirSync(at('.'), { encoding: 'buffer' }).map(toKey);
  } catch (thrown) {
    if (isDenied(thrown)) return undefined;
    throw thrown;
  }
}

const CONFLICTS: readonly Refusal['reason'][] = ['changed', 'not-empty', 'blocked', 'unseen'];

function isConflict({ reason }: Refusal): boolean {
  return CONFLICTS.includes(reason);
}

/** Steps come from a log: a path that leads out of the root, or into Git's folder, is ignored. */
function isRestorable({ path }: FileChange): boolean {
  const isPlain = path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
  return isPlain && !isInGit(path) && toKey(Buffer.from(toDiskPath(path))) === path;
}

function toRealFolder(root: string): string {
  try {
    return realpathSync(root);
  } catch (thrown) {
    throw new AgentError('OPTIONS_INVALID', `Cannot keep a history of ${root}: it is no folder`, { cause: thrown });
  }
}
