import { appendFileSync } from 'node:fs';
import { readLines } from './confirmation-script.ts';

/** What a surface knows a question by. */
export interface SeenQuestion {
  readonly inputId: string;
  readonly digest: string;
}

/** What a process of a round has seen or heard, noted at once. */
export type ConfirmationNote = { readonly run: number } & (
  | { readonly kind: 'opened'; readonly head: number; readonly pending: readonly SeenQuestion[] }
  | ({ readonly kind: 'asked' } & SeenQuestion)
  /** What came of an answer: `OK`, or the code of the refusal. */
  | { readonly kind: 'answered'; readonly inputId: string; readonly word: string; readonly is: AnswerKind }
);

/** The first word on a question, the same sent with it, the same after a restart, from a process that was taken over from. */
export type AnswerKind = 'first' | 'second' | 'again' | 'late';

export function addNote(path: string, note: ConfirmationNote): void {
  appendFileSync(path, `${JSON.stringify(note)}\n`);
}

export function readNotes(path: string): ConfirmationNote[] {
  return readLines(path).map((line) => JSON.parse(line) as ConfirmationNote);
}

/** Every question that any of the processes has seen, each once. */
export function seenQuestions(notes: readonly ConfirmationNote[]): SeenQuestion[] {
  const seen = notes.flatMap((note): readonly SeenQuestion[] => {
    if (note.kind === 'opened') return note.pending;
    return note.kind === 'asked' ? [note] : [];
  });
  return [...new Map(seen.map(({ inputId, digest }) => [inputId, { inputId, digest }])).values()];
}
