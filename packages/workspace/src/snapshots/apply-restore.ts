import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, rmdirSync } from 'node:fs';
import { depthOf, toName, toParent } from './file-key.ts';
import type { Seen } from './file-state.ts';
import { errnoOf, inFolder } from './in-folder.ts';
import { readEntry } from './read-entry.ts';
import { replaceEntry, type ReplaceParts } from './replace-entry.ts';
import {
  isFolderState,
  type OpenedFolder,
  type Refusal,
  type RefusalReason,
  type RestoreJournal,
  type RestoreOperation,
} from './restore-plan.ts';

/** Lets this user change what is in a folder. */
const OPEN = 0o700;

/** Whether entries of a folder with this mode can be changed. */
export function isOpenMode(mode: number): boolean {
  return (mode & 0o300) === 0o300;
}

/** What was done, and what was left alone. */
export interface Applied {
  readonly done: readonly RestoreOperation[];
  readonly refused: readonly Refusal[];
}

/**
 * Does everything in a journal. Each operation leads to a whole state, so a second call after a crash finishes what the
 * first one began.
 */
export function applyRestore(root: string, journal: RestoreJournal, parts: ReplaceParts): Applied {
  const run = new RestoreRun(root, journal, parts);
  const deepestFirst = [...journal.operations.entries()].toSorted(([, a], [, b]) => depthOf(b.path) - depthOf(a.path));
  for (const folder of journal.opened) run.open(folder);
  for (const [at, operation] of deepestFirst) run.remove(operation, at);
  for (const [at, operation] of deepestFirst.toReversed()) run.create(operation, at);
  const modes = [...journal.opened, ...journal.operations].toSorted((a, b) => depthOf(b.path) - depthOf(a.path));
  // A folder above may not be traversable any more once it has its mode.
  run.sync();
  for (const each of modes) {
    if ('mode' in each) run.giveBack(each);
    else run.setMode(each);
  }
  const { refused } = run;
  return {
    done: journal.operations.filter(({ path }) => !refused.has(path)),
    refused: [...refused].map(([path, reason]) => ({ path, reason })),
  };
}

class RestoreRun {
  readonly refused = new Map<string, RefusalReason>();
  readonly #root: string;
  readonly #journal: RestoreJournal;
  readonly #parts: ReplaceParts;

  constructor(root: string, journal: RestoreJournal, parts: ReplaceParts) {
    this.#root = root;
    this.#journal = journal;
    this.#parts = parts;
  }

  /** Makes a folder writable for the moment. */
  open({ path, mode }: OpenedFolder): void {
    this.#chmod(path, (now) => (now === mode ? mode | OPEN : now));
  }

  /** Gives a folder its mode back, unless someone else has changed it. A folder of its own operation has a new mode. */
  giveBack({ path, mode }: OpenedFolder): void {
    const own = this.#journal.operations.find((each) => each.path === path);
    if (isFolderState(own?.to ?? null) && !this.refused.has(path)) return;
    this.#chmod(path, (now) => (now === (mode | OPEN) ? mode : now));
  }

  /** Removes what has to go before something else can be created, or for good. */
  remove(operation: RestoreOperation, at: number): void {
    const { path, from, to } = operation;
    const isRemoved = to === null || isFolderState(from) !== isFolderState(to);
    if (from === null || !isRemoved) return;
    const reason = isFolderState(from) ? this.#removeFolder(path) : this.#replace(operation, at);
    if (reason !== undefined) this.refused.set(path, reason);
  }

  /** Creates folders, and replaces files and links. */
  create(operation: RestoreOperation, at: number): void {
    const { path, to } = operation;
    if (to === null || this.refused.has(path)) return;
    const reason = isFolderState(to) ? this.#createFolder(path) : this.#replace(operation, at);
    if (reason !== undefined) this.refused.set(path, reason);
  }

  setMode({ path, to }: RestoreOperation): void {
    if (isFolderState(to) && !this.refused.has(path)) this.#chmod(path, () => to.mode);
  }

  /** Makes the names durable before the journal is removed. */
  sync(): void {
    for (const folder of new Set(this.#journal.operations.map(({ path }) => toParent(path)))) {
      inFolder(this.#root, folder, (at) => {
        syncFolder(at('.'));
      });
    }
  }

  #replace(operation: RestoreOperation, number: number): RefusalReason | undefined {
    const mark = `.bowline-${this.#journal.id}-${number}`;
    const result = inFolder(this.#root, toParent(operation.path), (at) => ({
      reason: replaceEntry({ operation, at, mark }, this.#parts),
    }));
    if (result !== undefined) return result.reason;
    return operation.to === null ? undefined : 'blocked';
  }

  #removeFolder(path: string): RefusalReason | undefined {
    return inFolder(this.#root, toParent(path), (at) => {
      if (!isFolderState(this.#look(at(toName(path))))) return undefined;
      this.#parts.point();
      try {
        rmdirSync(at(toName(path)));
      } catch (thrown) {
        return errnoOf(thrown) === 'ENOTEMPTY' || errnoOf(thrown) === 'EEXIST' ? 'not-empty' : toReason(thrown);
      }
      this.#parts.point();
      return undefined;
    });
  }

  #createFolder(path: string): RefusalReason | undefined {
    const result = inFolder(this.#root, toParent(path), (at) => {
      const now = this.#look(at(toName(path)));
      if (now !== null) return { reason: isFolderState(now) ? undefined : ('changed' as const) };
      this.#parts.point();
      try {
        mkdirSync(at(toName(path)), OPEN);
      } catch (thrown) {
        return { reason: toReason(thrown) };
      }
      this.#parts.point();
      return { reason: undefined };
    });
    return result === undefined ? 'blocked' : result.reason;
  }

  #look(path: string | Buffer): Seen {
    return readEntry(path, this.#parts.maxFileBytes).seen;
  }

  #chmod(path: string, toMode: (now: number) => number): void {
    inFolder(this.#root, path, (at) => {
      const now = this.#look(at('.'));
      if (!isFolderState(now) || toMode(now.mode) === now.mode) return;
      this.#parts.point();
      chmodSync(at('.'), toMode(now.mode));
      this.#parts.point();
    });
  }
}

function toReason(thrown: unknown): RefusalReason {
  if (errnoOf(thrown) === undefined) throw thrown;
  return 'failed';
}

function syncFolder(path: string | Buffer): void {
  let folder: number | undefined;
  try {
    folder = openSync(path, 'r');
    fsyncSync(folder);
  } catch (thrown) {
    // A folder that cannot be read cannot be synced either, nor can one on some file systems.
    if (errnoOf(thrown) === undefined) throw thrown;
  } finally {
    if (folder !== undefined) closeSync(folder);
  }
}
