import type { FileChange, LeftOut } from './file-state.ts';

/** What a checkpoint compares with, and what it is for. */
export interface CheckpointOptions {
  /** Checkpoints that are known, with the calls they were taken for. What is missing after them is returned too. */
  readonly since?: readonly KnownCheckpoint[];
  /** The call that has changed what is found. Absent: the user has. */
  readonly callId?: string;
  /** Paths that other calls are writing. They report themselves what they change there. */
  readonly writing?: readonly string[];
  /** How long ago that call ended. Files that were written since then have been changed by the user. */
  readonly endedMsAgo?: number;
  /** It is taken before something changes files. If nothing has changed since the last one, that one is returned. */
  readonly isBase?: boolean;
  /**
   * It is taken ahead of the first command. What an earlier process has left unrecorded is not passed over: files are
   * stored, and the next look compares with what that process saw.
   */
  readonly isAhead?: boolean;
}

/** A checkpoint that a log knows. */
export interface KnownCheckpoint {
  readonly id: string;
  readonly callId: string;
}

/** What a process found that was killed before it could record it. */
export interface MissedChanges extends KnownCheckpoint {
  readonly changes: readonly FileChange[];
}

/** The files at one moment. */
export interface Checkpoint {
  readonly id: string;
  /** What has changed since the checkpoint before, ordered by path. Null if there is none to compare with. */
  readonly changes: readonly FileChange[] | null;
  /** What earlier looks have found for these calls, and is not among the known ones. Oldest first. */
  readonly missed: readonly MissedChanges[];
  /** What is not stored, and why. */
  readonly leftOut: readonly LeftOut[];
}

/** The time in nanoseconds after which the user writes. */
export function toUntil({ endedMsAgo }: CheckpointOptions): bigint | undefined {
  return endedMsAgo === undefined ? undefined : BigInt(Math.round(Date.now() - endedMsAgo) + 1) * 1_000_000n;
}
