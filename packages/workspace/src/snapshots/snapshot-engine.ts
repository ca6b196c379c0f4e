import { AgentError } from '@bowline/protocol';
import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { planEffects, planTakingBack, type AppliedEffects } from './apply-effects.ts';
import { collectEffects, type CopyPlaces, type Effects } from './collect-effects.ts';
import { summarizeEffects, type EffectsSummary } from './summarize-effects.ts';
import { applyRestore, isOpenMode } from './apply-restore.ts';
import { toUntil, type Checkpoint, type CheckpointOptions } from './checkpoint.ts';
import { ContentsAside } from './contents-aside.ts';
import { Contents, type Pruned, type PruneOptions } from './contents.ts';
import { toDiskPath, toKey, toName, toParent } from './file-key.ts';
import { byPath, isSameState, type FileChange, type MaybeState, type Seen } from './file-state.ts';
import { isSameIndex } from './git-index.ts';
import { inFolder, isDenied, type EntryPath } from './in-folder.ts';
import { compareHeld, holdPaths, isSharedWrite, type Held } from './known-writes.ts';
import { isInGit } from './left-out.ts';
import { lookAtTree, type Looked, type LookParts } from './look-at-tree.ts';
import { mergeSteps } from './merge-steps.ts';
import { inStore, openStore } from './open-store.ts';
import { planRestore, type PlanParts } from './plan-restore.ts';
import { MAX_FILE_BYTES, readEntry, type ReadEntry } from './read-entry.ts';
import { toRealFolder } from './real-folder.ts';
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
import { Temporaries } from './temporaries.ts';
import { toHeldKeys } from './held-keys.ts';
import { TreeListing, type Look } from './tree-listing.ts';

/** Where the files and their history are, and the limits. */
export interface SnapshotOptions {
  /** The folder whose files are kept. */
  readonly root: string;
  /** The folder of the store, for this root only. Several processes may use it. */
  readonly folder: string;
  /** Contents with one of these in it are not stored. */
  readonly secrets?: readonly string[];
  /** How many bytes of contents are stored. Default: 1 GB. */
  readonly maxBytes?: number;
  /** Larger files are not stored. Default: 20 MB. */
  readonly maxFileBytes?: number;
  /** A look that would have to read more is not made, because a command would wait for it. Default: 256 MB. */
  readonly maxLookBytes?: number;
  /** Larger trees are not looked at. Default: 200,000 entries. */
  readonly maxEntries?: number;
}

export const MAX_BYTES = 1024 ** 3;
const MAX_ENTRIES = 200_000;
const MAX_LOOK_BYTES = 256 * 1024 ** 2;
/** A previewed command is applied as a whole, so larger files count than in the history. */
const MAX_EFFECT_BYTES = 128 * 1024 * 1024;
const MAX_EFFECTS = 20_000;

type JournalOptions = Pick<RestoreJournal, 'refusals' | 'key' | 'isWhole' | 'takesBack'>;

/** The key of a previewed run, which is applied once. */
export interface ApplyOptions {
  readonly key: string;
  /** Replaces what something else has changed since. */
  readonly isOverwriting?: boolean;
}

/** The file history of a folder, in the thread that calls it. See `Snapshots`. */
export class SnapshotEngine {
  readonly #options: Required<SnapshotOptions>;
  readonly #database: DatabaseSync;
  readonly #contents: Contents;
  readonly #listing: TreeListing;
  readonly #onPoint: () => void;
  readonly #temporaries: Temporaries;
  #aside: ContentsAside | undefined;

  /** `onPoint` is called around every change of a restore, for tests that stop there. */
  constructor(options: SnapshotOptions, onPoint: () => void = () => undefined) {
    this.#options = {
      maxBytes: MAX_BYTES,
      secrets: [],
      maxFileBytes: MAX_FILE_BYTES,
      maxEntries: MAX_ENTRIES,
      maxLookBytes: MAX_LOOK_BYTES,
      ...options,
      root: toRealFolder(options.root),
    };
    this.#onPoint = onPoint;
    this.#temporaries = new Temporaries(this.#options.root);
    this.#database = openStore(options.folder);
    [this.#contents, this.#listing] = inStore(options.folder, () => {
      const contents = new Contents(this.#database, this.#options.maxBytes, this.#options.secrets);
      return [contents, new TreeListing(this.#database, contents)] as const;
    });
  }

  look(how: Pick<LookParts, 'toLook' | 'until' | 'isTrial' | 'writing'> = {}): Looked {
    return this.#inStore(() => {
      const { root, folder, secrets: _, ...limits } = this.#options;
      const own = relative(root, realpathSync(folder));
      return lookAtTree({ ...limits, root, own, contents: this.#contents, listing: this.#listing, ...how });
    });
  }

  checkpoint(wanted: CheckpointOptions = {}): Checkpoint {
    const { isBase = false, callId = null } = wanted;
    const missed = this.#findMissed(wanted);
    const isKnown = this.#listing.isCurrent;
    const isTrial = wanted.isAhead === true && !isKnown && this.#listing.checkpoint !== undefined;
    let id = this.#listing.checkpoint ?? randomUUID();
    const toLook = (changes: readonly FileChange[]): Look => {
      if (!isBase || !isKnown || changes.length > 0) id = randomUUID();
      return { id, callId, changes: callId === null ? [] : changes };
    };
    const { changes, leftOut } = this.look({ toLook, until: toUntil(wanted), isTrial, writing: wanted.writing });
    return { id, changes: isKnown ? changes : null, missed, leftOut };
  }

  #findMissed({ since = [] }: CheckpointOptions): Checkpoint['missed'] {
    const found = this.#inStore(() => this.#listing.findMissed(since));
    if (found?.isLast === true) this.#listing.isCurrent = true;
    return found?.missed ?? [];
  }

  hold(paths: readonly string[]): Held {
    return this.#inStore(() => holdPaths(toHeldKeys(this.#options.root, paths), (path) => this.#read(path)));
  }

  settle({ entries }: Held): Looked {
    // A call that a killed process began is settled before any other.
    this.#temporaries.sweep(entries.map(({ path }) => path));
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

  /** Stores nothing. What it has seen can be read until the next plan. */
  plan(changes: readonly FileChange[], target: RestoreTarget): RestorePlan {
    return this.#inStore(() => {
      const aside = new ContentsAside(this.#contents, (path) => this.#readNow(path));
      this.#aside = aside;
      const parts = { contents: aside, read: (path: string) => aside.see(path).seen, list: this.#listOf };
      const entries = planRestore({ changes: changes.filter(isRestorable), target, overwrite: new Set() }, parts);
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
      const operations = work
        .filter(isSafe)
        .map(({ path, now, result }) => ({ path, from: now, to: result }) as RestoreOperation);
      const named = key === undefined ? {} : { key };
      return this.#apply(this.#writeJournal(operations, { refusals: [...refusals, ...unsafe], ...named }));
    });
  }

  restored(key: string): Restored | null {
    return this.#inStore(() => this.#restored(key));
  }

  #restored(key: string): Restored | null {
    const row = this.#database.prepare('SELECT body FROM restored WHERE key = ?').get(key);
    return row === undefined ? null : (JSON.parse(String(row['body'])) as Restored);
  }

  resume(): Restored | null {
    return this.#inRestore(() => {
      const journal = this.#readJournal();
      return journal === undefined ? null : this.#apply(journal);
    });
  }

  read(hash: string): Uint8Array | null {
    return this.#inStore(() => this.#contents.get(hash) ?? this.#aside?.get(hash) ?? null);
  }

  prune(options: PruneOptions): Pruned {
    return this.#inStore(() => this.#contents.prune(options));
  }

  close(): void {
    this.#database.close();
  }

  /** See `Snapshots`. */
  collect(places: CopyPlaces): Effects & EffectsSummary {
    const { root } = this.#options;
    const limits = { maxFileBytes: MAX_EFFECT_BYTES, maxChanges: MAX_EFFECTS };
    return this.#inStore(() => {
      const effects = collectEffects(places, { root, contents: this.#contents, ...limits });
      return { ...effects, ...summarizeEffects(effects.changes, this.#contents, { root, ...places }) };
    });
  }

  /** See `Snapshots`. */
  check(changes: readonly FileChange[]): readonly string[] {
    return this.#inStore(() => this.#planEffects(changes, false).refused.map(({ path }) => path));
  }

  /** See `Snapshots`. */
  apply(changes: readonly FileChange[], { key, isOverwriting = false }: ApplyOptions): AppliedEffects {
    return this.#inRestore(() => {
      const pending = this.#readJournal();
      if (pending !== undefined) this.#apply(pending);
      const known = this.#restored(key);
      if (known !== null) return toApplied(known);
      const { operations, refused } = this.#planEffects(changes, isOverwriting);
      const unsafe = refused.length > 0 ? refused : operations.filter((each) => !this.#isKept(each)).map(toUnsafe);
      if (unsafe.length > 0) return { isApplied: false, step: [], refused: unsafe };
      return toApplied(this.#apply(this.#writeJournal(operations, { refusals: [], key, isWhole: true })));
    });
  }

  #planEffects(changes: readonly FileChange[], isOverwriting: boolean): ReturnType<typeof planEffects> {
    return planEffects(changes.filter(isPlain), isOverwriting, {
      read: (path) => this.#readNow(path, MAX_EFFECT_BYTES).seen,
      isStored: (hash) => this.#contents.has(hash),
      namesIn: this.#listOf,
      isAs: (path, now, state) => isSameState(now, state) || this.#isSameIndex(path, state),
    });
  }

  #isSameIndex(path: string, state: MaybeState): boolean {
    const known = state?.kind === 'file' ? this.#contents.get(state.hash) : undefined;
    return isSameIndex(path, known, this.#readNow(path, MAX_EFFECT_BYTES).bytes);
  }

  /** Stores what will be replaced. False if it has changed, or cannot be stored and so not be taken back. */
  #isKept({ path, from }: RestoreOperation): boolean {
    if (from?.kind !== 'file' || this.#contents.has(from.hash)) return true;
    this.#read(path, MAX_EFFECT_BYTES);
    return this.#contents.has(from.hash);
  }

  #writeJournal(operations: readonly RestoreOperation[], how: JournalOptions, replaced?: string): RestoreJournal {
    const parents = new Set(operations.map(({ path }) => toParent(path)));
    const opened = [...parents].flatMap((path) => {
      const seen = this.#readNow(path).seen;
      return isFolderState(seen) && !isOpenMode(seen.mode) ? [{ path, mode: seen.mode }] : [];
    });
    const id = randomBytes(4).toString('hex');
    const journal: RestoreJournal = { id, operations, opened, ...how };
    const insert = this.#database.prepare('INSERT INTO journal VALUES (?, ?)');
    const remove = this.#database.prepare('DELETE FROM journal WHERE id = ?');
    this.#onPoint();
    this.#contents.write(() => {
      if (replaced !== undefined) remove.run(replaced);
      insert.run(journal.id, JSON.stringify(journal));
    });
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
    const isEffects = journal.isWhole === true || journal.takesBack === true;
    const limit = isEffects ? MAX_EFFECT_BYTES : maxFileBytes;
    const parts = { contents: this.#contents, maxFileBytes: limit, point: this.#onPoint };
    const { done, refused } = applyRestore(root, journal, parts);
    if (journal.isWhole === true) {
      // What was replaced a moment ago may have been edited since, by someone who saw what was there before.
      const read = (path: string): Seen => this.#read(path, limit).seen;
      const { operations, edited } = planTakingBack(done, { read, contents: this.#contents });
      const refusals = [...refused, ...edited];
      if (refusals.length > 0)
        return this.#apply(this.#writeJournal(operations, { refusals, takesBack: true }, journal.id));
    }
    for (const { path } of journal.operations) this.#list(path, this.#read(path));
    const step = done.map(({ path, from, to }) => ({ path, before: from, after: to })).toSorted(byPath);
    const all = [...journal.refusals, ...refused].toSorted(byPath);
    const result: Restored = {
      step,
      conflicts: all.filter(isConflict),
      skipped: all.filter((each) => !isConflict(each)),
      ...(journal.takesBack === true ? { isTakenBack: true } : {}),
    };
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
  #read(path: string, maxFileBytes?: number): ReadEntry {
    const entry = this.#readNow(path, maxFileBytes);
    if (entry.seen?.kind === 'file' && entry.bytes !== undefined) this.#contents.put(entry.seen.hash, entry.bytes);
    return entry;
  }

  #readNow(path: string, maxFileBytes = this.#options.maxFileBytes): ReadEntry {
    const { root } = this.#options;
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
      list: this.#listOf,
    };
  }

  readonly #listOf = (path: string): readonly string[] | undefined => inFolder(this.#options.root, path, listNames);

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
function isRestorable(change: FileChange): boolean {
  return isPlain(change) && !isInGit(change.path);
}

function isPlain({ path }: FileChange): boolean {
  const isInside = path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');
  return isInside && toKey(Buffer.from(toDiskPath(path))) === path;
}

function toApplied({ step, conflicts, skipped, isTakenBack }: Restored): AppliedEffects {
  return { isApplied: isTakenBack !== true, step, refused: [...conflicts, ...skipped] };
}

function toUnsafe({ path }: RestoreOperation): Refusal {
  return { path, reason: 'store-full' };
}
