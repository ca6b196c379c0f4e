import type { TranscriptItem } from '../../transcript/transcript.ts';
import { paintCall } from '../calls/paint-call.ts';
import { paintAgent } from './paint-agent.ts';
import { paintAnswer } from './paint-answer.ts';
import { paintEnded } from './paint-ended.ts';
import { paintNews } from './paint-news.ts';
import { highlighterAge } from '../code/highlight.ts';
import { loadedPainter } from '../markdown/load-markdown.ts';
import { paintPerson } from './paint-person.ts';
import type { Lines, View } from '../layout/view.ts';
import { indent, truncate, widthOf } from '../layout/wrap.ts';
import { describeThread } from './describe-thread.ts';

interface PaintedItem {
  readonly key: string;
  readonly rows: Lines;
}

/** Caches finished items that wait for earlier ones to be printed, because they are painted with every frame. */
const known = new WeakMap<TranscriptItem, PaintedItem>();

/** Paints a transcript item as rows, none too wide. An item with nothing to show has no rows. */
export function paintItem(item: TranscriptItem, view: View): Lines {
  if (!isOver(item)) return paintWhole(item, view);
  const key = toViewKey(view);
  const before = known.get(item);
  if (before?.key === key) return before.rows;
  const rows = paintWhole(item, view);
  known.set(item, { key, rows });
  return rows;
}

/** Whether it looks the same at any time. */
function isOver(item: TranscriptItem): boolean {
  if (item.kind === 'call' || item.kind === 'thread' || item.kind === 'retry') return item.endedAt !== null;
  return item.kind !== 'agent' || item.isWhole;
}

function toViewKey({ width, theme, isScreenReader, isUnfolded, workspace }: View): string {
  const look = [theme.name, theme.isDark, theme.colours, highlighterAge(), loadedPainter() !== null];
  return [width, isScreenReader, isUnfolded, workspace, ...look].join(' ');
}

function paintWhole(item: TranscriptItem, view: View): Lines {
  return paintKind(item, view).map((row) => (widthOf(row) > view.width ? truncate(row, view.width) : row));
}

function paintKind(item: TranscriptItem, view: View): Lines {
  switch (item.kind) {
    case 'person':
      return paintPerson(item, view);
    case 'agent':
      return paintAgent(item, view);
    case 'call':
      return paintCall(item, view);
    case 'thread':
      return paintThread(item, view);
    case 'answer':
      return paintAnswer(item, view);
    case 'ended':
      return paintEnded(item, view);
    default:
      return paintNews(item, view);
  }
}

/** The number of a running thread's last items that are shown. */
const LIVE_PARTS = 3;

/** Paints a subagent: a row with counts, and its latest items while it runs, or all of them if unfolded. */
function paintThread(item: Extract<TranscriptItem, { kind: 'thread' }>, view: View): Lines {
  const inner = { ...view, width: Math.max(1, view.width - 2) };
  const parts = view.isUnfolded ? item.items : item.endedAt === null ? item.items.slice(-LIVE_PARTS) : [];
  const margin = view.isScreenReader ? '  ' : view.theme.border('│ ');
  return [...describeThread(item, view), ...parts.flatMap((part) => indent(paintItem(part, inner), margin))];
}
