/** A command that prints this is aborted. */
export const ABORT_WORD = 'abort-me-now';

/** What a command that an agent ran cost, and what it left behind. */
export interface PlayedCommand {
  /** Why the turn ended. */
  readonly reason: string;
  readonly said: string;
  /** From the abort to the end of the turn; 0 when nothing was aborted. */
  readonly abortMs: number;
  /** From the abort, or else from the response, until nothing of the command lived; `left` is what did when we gave up. */
  readonly goneMs: number;
  readonly left: number;
  /** The most memory so far, in KB. */
  readonly peaks: { readonly own: number; readonly supervisor: number };
}
