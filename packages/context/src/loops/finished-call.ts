import type { JsonObject } from '@bowline/protocol';

/** A call that was made, with what the model was told of it. */
export interface FinishedCall {
  readonly name: string;
  readonly args: JsonObject;
  /** The text that the model was given. */
  readonly result: string;
  readonly isError: boolean;
  /** How long it took. */
  readonly ms: number;
}
