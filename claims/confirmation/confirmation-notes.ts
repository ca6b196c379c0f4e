import { appendFileSync } from 'node:fs';
import { readLines } from './confirmation-script.ts';

/** How a client identifies a question. */
export interface SeenQuestion {
  readonly inputId: string;
  readonly digest: string;
}

/** What a process of a round saw or received, recorded at once. */
export type ConfirmationNote = { readonly run: number } & (
  | { readonly kind: 'opened'; readonly head: number; readonly pending: readonly SeenQuestion[] }
  | ({ readonly kind: 'asked' } & SeenQuestion)
  /** The result of an answer: `OK` or an error code. */
  | { readonly kind: 'answered'; readonly inputId: string; readonly word: string; readonly is: AnswerKind }
);

/**
 * The first answer to a question, a duplicate at the same time, one after a restart, and one from a process that lost
 * the session.
 */
export type AnswerKind = 'first' | 'second' | 'again' | 'late';

export function addNote(path: string, note: ConfirmationNote): void {
  appendFileSync(path, `${JSON.stringify(note)}\n`);
}

export function readNotes(path: string): ConfirmationNote[] {
  return readLines(path).map((line) => JSON.parse(line) as ConfirmationNote);
}

/** Every question that any process has seen, without duplicates. */
export function seenQuestions(notes: readonly ConfirmationNote[]): SeenQuestion[] {
  const seen = notes.flatMap((note): readonly SeenQuestion[] => {
    if (note.kind === 'opened') return note.pending;
    return note.kind === 'asked' ? [note] : [];
  });
  return [...new Map(seen.map(({ inputId, digest }) => [inputId, { inputId, digest }])).values()];
}
