import type { FinishedCall } from '@bowline/context';
import type { Dice } from '../shared/dice.ts';

/** One answer of a model, its text and then its calls; or a message of the user. */
export interface Step {
  readonly text?: string;
  readonly calls?: readonly FinishedCall[];
  readonly isPerson?: boolean;
}

/** A kind of transcript, and how to create any number of them. */
export type TranscriptClass = readonly [name: string, make: (dice: Dice) => readonly Step[]];

/** A list of `count` items. */
export function times<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

/** An answer that is only text. */
export const says = (text: string): readonly Step[] => [{ text }];

/** The result of a call. */
export interface Outcome {
  readonly result: string;
  readonly ms?: number;
  readonly isError?: boolean;
}

/** A step with one call. */
export function calls(name: string, args: FinishedCall['args'], outcome: string | Outcome): Step {
  const { result, ms = 40, isError = false } = typeof outcome === 'string' ? { result: outcome } : outcome;
  return { calls: [{ name, args, result, ms, isError }] };
}

/** A step with a command. */
export const runs = (command: string, result: string, more: Omit<Outcome, 'result'> = {}): Step =>
  calls('run_shell_command', { command }, { result, ...more });

/** Text in a code fence. */
export const fenced = (language: string, body: string): string => `\`\`\`${language}\n${body}\n\`\`\`\n`;
