import type { FileChange, FileState, MaybeState, Seen } from './file-state.ts';

/** Which end of the changes a restore leads to. */
export type RestoreTarget = 'before' | 'after';

/** Why a path is not restored. */
export type RefusalReason =
  /** It was changed since the steps, and both changes cannot be combined. Can be overwritten. */
  | 'changed'
  /** It was changed since the plan was made. */
  | 'changed-since-plan'
  /** A folder contains something that is not part of the steps. */
  | 'not-empty'
  /** A folder above it is a link, or is no folder. */
  | 'blocked'
  /** What is there is not stored, such as a pipe or a very large file. */
  | 'unseen'
  /** The content is no longer stored. */
  | 'gone'
  /** What is there cannot be stored, so the restore could not be undone. */
  | 'store-full'
  /** The file system refused it. */
  | 'failed';

/** What a restore will do with a path. */
export interface PlanEntry {
  readonly path: string;
  /**
   * `restore`: it becomes `goal`. `merge`: it becomes `result`, which keeps a later change of the user. `keep`: nothing
   * to do. `conflict`: not touched, unless the caller overwrites it. `gone`: not touched, the content is not stored.
   */
  readonly action: 'restore' | 'merge' | 'keep' | 'conflict' | 'gone';
  /** What is there. A restore leaves the path alone if this has changed by then. */
  readonly now: Seen;
  readonly goal: MaybeState;
  /** What will be there. */
  readonly result: Seen;
  readonly reason?: RefusalReason;
}

/** What a restore would do. Plain data. */
export interface RestorePlan {
  readonly target: RestoreTarget;
  readonly changes: readonly FileChange[];
  /** Ordered by path. */
  readonly entries: readonly PlanEntry[];
}

/** A path that was not restored. */
export interface Refusal {
  readonly path: string;
  readonly reason: RefusalReason;
}

/** Conflicts to overwrite, and the key of the restore. */
export interface RestoreOptions {
  readonly overwrite?: readonly string[];
  readonly key?: string;
}

/** What a restore did. */
export interface Restored {
  /** A step like any other: restoring to before it undoes the restore. */
  readonly step: readonly FileChange[];
  /** Paths that were left alone because of other changes. */
  readonly conflicts: readonly Refusal[];
  /** Paths that were left alone for other reasons. */
  readonly skipped: readonly Refusal[];
  /** It was to be done as a whole, a part was refused, and the rest was taken back. */
  readonly isTakenBack?: true;
}

/** One path of a restore in progress. */
export interface RestoreOperation {
  readonly path: string;
  readonly from: MaybeState;
  readonly to: MaybeState;
}

/** A folder that has to be writable for the moment, and the mode it gets back. */
export interface OpenedFolder {
  readonly path: string;
  readonly mode: number;
}

/** A restore in progress, as it is stored so that another process can finish it. */
export interface RestoreJournal {
  readonly id: string;
  readonly operations: readonly RestoreOperation[];
  readonly opened: readonly OpenedFolder[];
  /** Paths that are left alone. */
  readonly refusals: readonly Refusal[];
  readonly key?: string;
  /** Nothing of it stays if a part of it is refused. */
  readonly isWhole?: true;
  /** It takes back a journal of which a part was refused. */
  readonly takesBack?: true;
}

/** Whether a path has to be changed. */
export function isWork({ action }: PlanEntry): boolean {
  return action === 'restore' || action === 'merge';
}

export function isFolderState(state: Seen): state is FileState & { readonly kind: 'folder' } {
  return state?.kind === 'folder';
}
