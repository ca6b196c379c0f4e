import type { FileChange, LeftOut } from './file-state.ts';

/** What a checkpoint compares with, and what it is for. */
export interface CheckpointOptions {
  /** Checkpoints of an earlier process whose changes are wanted, if nothing has looked at the files since. */
  readonly since?: readonly string[];
  /** It is taken before something changes files. If nothing has changed since the last one, that one is returned. */
  readonly isBase?: boolean;
}

/** The files at one moment. */
export interface Checkpoint {
  readonly id: string;
  /** What has changed since the checkpoint before, ordered by path. Null if there is none to compare with. */
  readonly changes: readonly FileChange[] | null;
  /** What is not stored, and why. */
  readonly leftOut: readonly LeftOut[];
}
