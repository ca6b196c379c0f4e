import type { JsonObject } from '@bowline/protocol';

/** A finished call, with what the model was told about it. */
export interface FinishedCall {
  readonly name: string;
  readonly args: JsonObject;
  /** The text that the model received. */
  readonly result: string;
  readonly isError: boolean;
  /** Its duration. */
  readonly ms: number;
}
