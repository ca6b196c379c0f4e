import { AgentError } from '@bowline/protocol';
import { writeSync } from 'node:fs';

/** After this many consecutive failures a log counts as dead; the longest injected window is shorter. */
const TRIES = 60;

/** The output of a child under test, one per line. */
export type FaultLine =
  | { readonly line: 'ack'; readonly seq: number; readonly hash: string; readonly text: string }
  | ErrorLine
  /** It succeeded after one or more errors. */
  | { readonly line: 'resumed'; readonly what: string }
  /** A rejected record exists: it was written, and only the answer failed. */
  | { readonly line: 'kept'; readonly seq: number }
  | { readonly line: 'finding'; readonly problem: string }
  | { readonly line: 'done' };

/** An error as the caller sees it. */
export interface ErrorLine {
  readonly line: 'error';
  readonly what: string;
  readonly isTyped: boolean;
  readonly code: string;
  readonly hasHint: boolean;
  readonly ms: number;
  readonly message: string;
}

/** Writes a line synchronously, so that it is out whatever happens to the process next. */
export function tell(line: FaultLine): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

/** Tries once. An error is written as a line, and the result is undefined. */
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

/** Retries until it succeeds, and reports a finding if it never does. `work` must not return undefined. */
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

/** Parses the output of a child. */
export function parseFaultLines(output: string): FaultLine[] {
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as FaultLine);
}
