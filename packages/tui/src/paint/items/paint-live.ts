import { toText } from '@bowline/protocol/plain';
import type { Transcript, TranscriptItem } from '../../transcript/transcript.ts';
import { cleanLine } from '../layout/clean-text.ts';
import { paintItems, type Trail } from './paint-items.ts';
import type { Lines, View } from '../layout/view.ts';
import { truncate } from '../layout/wrap.ts';
import { liveTexts } from '../../texts/transcript-texts.ts';

/** Paints everything that may still change: running items and queued messages. The dock shows the activity. */
export function paintLive(transcript: Transcript, view: View, previous: Trail | null = null): Lines {
  const waiting = toWaiting(transcript);
  const items = transcript.live.filter((item) => !waiting.includes(item));
  const rows = paintItems(items, view, previous);
  const queued = paintWaiting(waiting, transcript.queued, view);
  return queued.length === 0 ? rows : [...rows, ...(rows.length === 0 && previous === null ? [] : ['']), ...queued];
}

/** The queued messages that the agent has not received and that are not printed yet. */
function toWaiting({ live, queued }: Transcript): readonly TranscriptItem[] {
  return queued === 0 ? [] : live.filter((item) => item.kind === 'person' && item.isQueued).slice(-queued);
}

function paintWaiting(items: readonly TranscriptItem[], count: number, view: View): Lines {
  if (count === 0) return [];
  const { theme, width } = view;
  return [
    truncate(theme.dim(`  ${liveTexts.queued(count)}`), width),
    ...items.map((item) => truncate(theme.dim(`❯ ${wordsOf(item)}`), width)),
  ];
}

function wordsOf(item: TranscriptItem): string {
  return item.kind === 'person' ? cleanLine(toText(item.content).trim()) : '';
}
