import { AgentError } from '@bowline/protocol';
import { writeSync } from 'node:fs';

/** After so many refusals in a row a log is taken for dead; the longest injected window is shorter. */
const TRIES = 60;

/** What a child that is put to the test says of it, one per line. */
export type FaultLine =
  | { readonly line: 'ack'; readonly seq: number; readonly hash: string; readonly text: string }
  | ErrorLine
  /** It went on after one or more errors. */
  | { readonly line: 'resumed'; readonly what: string }
  /** A record that was refused is there all the same: it was written, and only the answer failed. */
  | { readonly line: 'kept'; readonly seq: number }
  | { readonly line: 'finding'; readonly problem: string }
  | { readonly line: 'done' };

/** An error as its caller sees it. */
export interface ErrorLine {
  readonly line: 'error';
  readonly what: string;
  readonly isTyped: boolean;
  readonly code: string;
  readonly hasHint: boolean;
  readonly ms: number;
  readonly message: string;
}

/** Says it at once, whatever happens to the process next. */
export function tell(line: FaultLine): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

/** Does it once; an error is told, and undefined comes back. */
export async function attempt<T>(what: string, work: () => T | Promise<T>): Promise<T | undefined> {
  const start = performance.now();
  try {
    return await work();
  } catch (thrown) {
    const ms = Math.round(performance.now() - start);
    const { code, hint, message } = AgentError.from(thrown);
    tell({ line: 'error', what, isTyped: AgentError.is(thrown), code, hasHint: hint !== undefined, ms, message });
    return undefined;
  }
}

/** Does it until it succeeds; a finding when it never does. What is done must come to something. */
export async function insist<T>(what: string, work: () => T | Promise<T>): Promise<T | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const value = await attempt(what, work);
    if (value === undefined) continue;
    if (tries > 0) tell({ line: 'resumed', what });
    return value;
  }
  tell({ line: 'finding', problem: `${what}: failed ${TRIES} times and never went on` });
  return undefined;
}

/** What was said, read again. */
export function parseFaultLines(output: string): FaultLine[] {
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as FaultLine);
}
