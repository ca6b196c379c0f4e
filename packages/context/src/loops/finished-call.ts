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

/** How a command ends that ran and failed; the call itself is then no error. */
const FAILED = /(?:^|\n)(?:Exit code: [1-9]\d*|Ended by signal: \w+)\s*$/i;
const END = 200;

/** Whether it was a command that failed. */
export function isFailedCommand({ result }: FinishedCall): boolean {
  return FAILED.test(result.slice(-END));
}
