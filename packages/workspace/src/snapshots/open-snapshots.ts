import type { Checkpoint, CheckpointOptions } from './checkpoint.ts';
import type { Pruned, PruneOptions } from './contents.ts';
import type { FileChange } from './file-state.ts';
import type { Looked } from './look-at-tree.ts';
import type { Restored, RestoreOptions, RestorePlan, RestoreTarget } from './restore-plan.ts';
import type { Held } from './known-writes.ts';
import type { AppliedEffects } from './apply-effects.ts';
import type { CopyPlaces, Effects } from './collect-effects.ts';
import type { EffectsSummary } from './summarize-effects.ts';
import type { ApplyOptions, SnapshotOptions } from './snapshot-engine.ts';
import { SnapshotThread } from './snapshot-thread-link.ts';

/**
 * The history of the files in a folder. Calls are answered in order. All of them reject with an `AgentError` if the
 * store fails; after the thread has stopped, the history has to be opened again.
 */
export interface Snapshots {
  /** All changes since the last look. The first look reports none. */
  look(): Promise<Looked>;
  /** Looks, and names what is there. */
  checkpoint(options?: CheckpointOptions): Promise<Checkpoint>;
  /**
   * Reads paths before a known write, absolute or relative to the root. Costs no walk. A folder is read without its
   * entries. Paths outside the root are ignored.
   */
  hold(paths: readonly string[]): Promise<Held>;
  /** Reads the same paths after the write. The next look does not report them again. */
  settle(held: Held): Promise<Looked>;
  /** What a restore to the state before or after a step would do. Several steps are merged first (`mergeSteps`). */
  plan(changes: readonly FileChange[], target: RestoreTarget): Promise<RestorePlan>;
  /**
   * Does what a plan says, except where something changed since. Conflicts are left alone unless their paths are in
   * `overwrite`. What is replaced is stored first. What it did is stored under `key`.
   */
  restore(plan: RestorePlan, options?: RestoreOptions): Promise<Restored>;
  /** What the restore with this key did. Null if there was none, or if it is not finished. */
  restored(key: string): Promise<Restored | null>;
  /** Finishes a restore that a crash interrupted. Null if there is none. Call it before the first look. */
  resume(): Promise<Restored | null>;
  /** What a command has changed in a copy of the root. Stores the contents before and after. */
  collect(places: CopyPlaces): Promise<Effects & EffectsSummary>;
  /** Paths that are no longer as a command in a copy saw them. */
  check(changes: readonly FileChange[]): Promise<readonly string[]>;
  /**
   * Applies what a command has changed in a copy, all of it or nothing. A key is applied once: after a crash, the same
   * call completes it.
   */
  apply(changes: readonly FileChange[], options: ApplyOptions): Promise<AppliedEffects>;
  /** A stored content, or null if it is not stored. */
  read(hash: string): Promise<Uint8Array | null>;
  /** Drops old contents, and the oldest ones if there are too many. Contents of the current files stay. */
  prune(options?: PruneOptions): Promise<Pruned>;
  close(): Promise<void>;
}

/** Opens the history of a folder in a worker thread, because a walk and reading files would block the terminal. */
export async function openSnapshots(options: SnapshotOptions): Promise<Snapshots> {
  const thread = await SnapshotThread.open(options);
  return {
    look: () => thread.call('look', []),
    checkpoint: (wanted = {}) => thread.call('checkpoint', [wanted]),
    hold: (paths) => thread.call('hold', [paths]),
    settle: (held) => thread.call('settle', [held]),
    plan: (changes, target) => thread.call('plan', [changes, target]),
    restore: (plan, wanted = {}) => thread.call('restore', [plan, wanted]),
    restored: (key) => thread.call('restored', [key]),
    resume: () => thread.call('resume', []),
    collect: (places) => thread.call('collect', [places]),
    check: (changes) => thread.call('check', [changes]),
    apply: (changes, wanted) => thread.call('apply', [changes, wanted]),
    read: (hash) => thread.call('read', [hash]),
    prune: (wanted = {}) => thread.call('prune', [wanted]),
    close: () => thread.close(),
  };
}
