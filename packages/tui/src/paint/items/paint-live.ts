import { toText } from '@bowline/protocol/plain';
import type { Transcript, TranscriptItem } from '../../transcript/transcript.ts';
import { findRetry } from '../../transcript/step-retry.ts';
import { paintTodos } from '../calls/paint-todos.ts';
import { cleanLine } from '../layout/clean-text.ts';
import { paintItems } from './paint-item.ts';
import { paintCountdown, paintDuration } from '../status/paint-duration.ts';
import { paintSpinner } from '../status/paint-spinner.ts';
import type { Lines, View } from '../layout/view.ts';
import { truncate, widthOf } from '../layout/wrap.ts';
import { liveTexts } from '../../texts/transcript-texts.ts';

/** The number of to-dos shown besides the active one. */
const SHOWN_TODOS = 6;

/** Paints everything that may still change: running items, pending questions, to-dos and queued messages. */
export function paintLive(transcript: Transcript, view: View, previous: TranscriptItem['kind'] | null = null): Lines {
  const waiting = toWaiting(transcript);
  const items = transcript.live.filter((item) => !waiting.includes(item));
  const parts = [
    paintItems(items, view, previous),
    paintProgress(transcript, view),
    paintList(transcript, view),
    paintWaiting(waiting, transcript.queued, view),
  ].filter((part) => part.length > 0);
  const isFirst = previous === null;
  return parts.flatMap((part, at) => (at === 0 && (isFirst || items.length > 0) ? part : ['', ...part]));
}

/** The queued messages that the agent has not received and that are not printed yet. */
function toWaiting({ live, queued }: Transcript): readonly TranscriptItem[] {
  return queued === 0 ? [] : live.filter((item) => item.kind === 'person' && item.isQueued).slice(-queued);
}

/** Paints the current activity, and how long it has taken or how long until the next retry. */
function paintProgress(transcript: Transcript, view: View): Lines {
  const { stream, progress } = transcript;
  if (stream === null || (progress === null && saysItself(transcript))) return [];
  const label = cleanLine(toLabel(transcript));
  const words = `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
  const until = progress?.until ?? null;
  const left = until === null ? null : liveTexts.left(paintCountdown(Date.parse(until) - view.now));
  if (view.isScreenReader) return [truncate(left === null ? words : `${words}, ${left}`, view.width)];
  const time = ` · ${left ?? paintDuration(view.now - Date.parse(stream.startedAt) - (stream.waitedMs ?? 0))}`;
  const shown = truncate(words, Math.max(8, view.width - widthOf(time) - 2));
  return [truncate(`${view.theme.accent(paintSpinner(view))} ${shown}${view.theme.dim(time)}`, view.width)];
}

/** The current activity: the failure being retried and the attempt, until an answer arrives. */
function toLabel({ live, progress }: Transcript): string {
  const retry = findRetry(live);
  const isAnswered = live.some((item) => item.kind === 'agent' && !item.isWhole);
  return retry === undefined || isAnswered
    ? (progress?.label ?? liveTexts.working)
    : liveTexts.retry(retry.count, retry.message);
}

/** A running call and a question show their own status. */
function saysItself({ live, pending }: Transcript): boolean {
  return pending.length > 0 || live.some((item) => item.kind === 'call' && item.status === 'running');
}

/** Paints the to-do list while it is incomplete, from the item before the active one. */
function paintList({ todos, stream }: Transcript, view: View): Lines {
  const open = todos.filter(({ status }) => status === 'active' || status === 'pending');
  if (stream === null || open.length === 0) return [];
  const done = todos.filter(({ status }) => status === 'done').length;
  const first = Math.max(0, todos.findIndex(({ status }) => status === 'active' || status === 'pending') - 1);
  const shown = view.isUnfolded ? todos : todos.slice(first, first + SHOWN_TODOS);
  const hidden = todos.length - shown.length;
  const head = liveTexts.todos(done, todos.length, hidden);
  return [truncate(view.theme.dim(head), view.width), ...paintTodos(shown, view)];
}

function paintWaiting(items: readonly TranscriptItem[], count: number, view: View): Lines {
  if (count === 0) return [];
  const { theme, width } = view;
  return [
    truncate(theme.dim(liveTexts.queued(count)), width),
    ...items.map((item) => truncate(theme.dim(`${view.isScreenReader ? '' : '❯ '}${wordsOf(item)}`), width)),
  ];
}

function wordsOf(item: TranscriptItem): string {
  return item.kind === 'person' ? cleanLine(toText(item.content).trim()) : '';
}
