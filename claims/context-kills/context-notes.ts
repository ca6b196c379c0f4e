import type { Content } from '@google/genai';
import { appendFileSync } from 'node:fs';
import type { RequestKind } from './context-model.ts';
import { readLines } from '../confirmation/confirmation-script.ts';

/** A request as the model got it, and the last record that there was then. */
export interface AskedNote {
  readonly kind: 'asked';
  readonly what: RequestKind;
  readonly head: number;
  readonly contents: readonly Content[];
  readonly instruction: string;
  readonly tools: readonly string[];
  /** As the model counts it. */
  readonly tokens: number;
}

/** What a process of a round has seen or done, noted at once. */
export type ContextNote = { readonly run: number } & (
  | { readonly kind: 'opened'; readonly head: number }
  | AskedNote
  /** Something is about to be sent; something that was sent is safe, as far as the sender was told. */
  | { readonly kind: 'sending' | 'acked'; readonly id: string }
  | { readonly kind: 'killed'; readonly at: string }
  /** It was all played to its end, and this is the mode that the session says it is in. */
  | { readonly kind: 'ended'; readonly mode: string }
);

export function addContextNote(path: string, note: ContextNote): void {
  appendFileSync(path, `${JSON.stringify(note)}\n`);
}

export function readContextNotes(path: string): ContextNote[] {
  return readLines(path).map((line) => JSON.parse(line) as ContextNote);
}
