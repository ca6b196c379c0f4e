import type { Content } from '@google/genai';
import { appendFileSync } from 'node:fs';
import type { RequestKind } from './context-model.ts';
import { readLines } from '../confirmation/confirmation-script.ts';

/** A request as the model received it, and the last record at that time. */
export interface AskedNote {
  readonly kind: 'asked';
  readonly what: RequestKind;
  readonly head: number;
  readonly contents: readonly Content[];
  readonly instruction: string;
  readonly tools: readonly string[];
  /** As counted by the model. */
  readonly tokens: number;
}

/** What a process of a round saw or did, recorded at once. */
export type ContextNote = { readonly run: number } & (
  | { readonly kind: 'opened'; readonly head: number }
  | AskedNote
  /** Something is about to be sent, or its sender was told that it is stored. */
  | { readonly kind: 'sending' | 'acked'; readonly id: string }
  | { readonly kind: 'killed'; readonly at: string }
  /** The session was played to its end, in this mode according to its status. */
  | { readonly kind: 'ended'; readonly mode: string }
);

export function addContextNote(path: string, note: ContextNote): void {
  appendFileSync(path, `${JSON.stringify(note)}\n`);
}

export function readContextNotes(path: string): ContextNote[] {
  return readLines(path).map((line) => JSON.parse(line) as ContextNote);
}
