/** A command that prints this is aborted. */
export const ABORT_WORD = 'abort-me-now';

/** The cost and the leftovers of a command that an agent ran. */
export interface PlayedCommand {
  /** Why the turn ended. */
  readonly reason: string;
  readonly said: string;
  /** Time from the abort to the end of the turn; 0 if nothing was aborted. */
  readonly abortMs: number;
  /**
   * Time from the abort, or else from the response, until no process of the command lived; `left` is the number at
   * timeout.
   */
  readonly goneMs: number;
  readonly left: number;
  /** Peak memory so far, in KB. */
  readonly peaks: { readonly own: number; readonly supervisor: number };
}
