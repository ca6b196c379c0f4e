import type { Transcript, TranscriptItem } from '../transcript/transcript.ts';
import type { SessionFacts } from './screen-state.ts';
import { screenTexts } from '../texts/screen-texts.ts';

/** After a turn this long, the user may be away. */
const LONG_MS = 15_000;

interface News {
  readonly before: SessionFacts;
  readonly transcript: Transcript;
  readonly settled: readonly TranscriptItem[];
}

/** Notifies a user who may be away of a new question or the end of a long turn. */
export function notifyIfAway(
  { before, transcript, settled }: News,
  notify: (title: string, text: string) => void,
): void {
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
  notify(title, ended.reason === 'completed' ? screenTexts.turnDone : screenTexts.turnEnded(ended.reason));
}
