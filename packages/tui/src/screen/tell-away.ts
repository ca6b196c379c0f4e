import type { Transcript, TranscriptItem } from '../transcript/transcript.ts';
import type { SessionFacts } from './screen-state.ts';

/** A turn that took longer than this may have been left alone. */
const LONG_MS = 15_000;

interface News {
  readonly before: SessionFacts;
  readonly transcript: Transcript;
  readonly settled: readonly TranscriptItem[];
}

/** Tells a person who looks elsewhere that a question waits, or that a long turn is over. */
export function tellAway({ before, transcript, settled }: News, notify: (title: string, text: string) => void): void {
  const title = transcript.title ?? 'Bowline';
  const known = new Set(before.pending.map(({ inputId }) => inputId));
  const asked = transcript.pending.find(({ inputId }) => !known.has(inputId));
  if (asked !== undefined) {
    notify(title, asked.title);
    return;
  }
  const ended = settled.findLast((item) => item.kind === 'ended');
  if (ended?.startedAt == null || ended.reason === 'aborted') return;
  if (Date.parse(ended.at) - Date.parse(ended.startedAt) < LONG_MS) return;
  notify(title, ended.reason === 'completed' ? 'The turn is done.' : `The turn ended: ${ended.reason}.`);
}
