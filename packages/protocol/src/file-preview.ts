import type { FileState, KeptReason } from './file-change.ts';

/** What would happen to a path, or what has happened to it. Plain data. */
export interface FilePreview {
  /** Relative to the workspace. */
  readonly path: string;
  /**
   * `merge`: it changes, and keeps what something else has changed in it. `conflict` and `gone`: it is left alone, see
   * `reason`; the diff of a conflict shows what overwriting it would do.
   */
  readonly action: 'create' | 'change' | 'merge' | 'delete' | 'conflict' | 'gone';
  readonly reason?: KeptReason;
  /** What is there before and after. Null: nothing. Absent: something that is not stored. */
  readonly before?: FileState | null;
  readonly after?: FileState | null;
  /** The hunks of a unified diff. Absent if nothing changes in the text, or if it is no text or too large. */
  readonly diff?: string;
  /** Changed lines, all of them. Only with a diff. */
  readonly added?: number;
  readonly removed?: number;
  /** Lines of the diff that are left out because there are too many. */
  readonly omitted?: number;
}

/** What restoring files would do. Nothing is changed. */
export interface FilesPreview {
  /** The record that they would be restored to. */
  readonly to: number;
  /** Ordered by path, without those that stay as they are. */
  readonly files: readonly FilePreview[];
  /** Commands that ran since. Their effects outside the listed files stay. */
  readonly commands: readonly string[];
}
