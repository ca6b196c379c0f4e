import { unreachable } from '@bowline/protocol/plain';
import { cleanLine, cleanText } from '../layout/clean-text.ts';
import { paintElapsed } from '../status/paint-duration.ts';
import { GUTTER, measureOf } from '../layout/measure.ts';
import type { Lines, View } from '../layout/view.ts';
import { toScreenWords } from '../../texts/to-screen-words.ts';
import { toSpokenWords } from '../../texts/to-spoken-words.ts';
import { hang, indent, truncate, widthOf, wrapText } from '../layout/wrap.ts';
import type { ItemOf } from '../../transcript/live-items.ts';
import { describeModelError, describeTrouble } from '../../texts/trouble-texts.ts';
import { newsTexts } from '../../texts/transcript-texts.ts';

type NewsItem = ItemOf<'notice' | 'error' | 'retry' | 'retracted' | 'rewound' | 'changed' | 'custom'>;

/** Paints an item that is neither from the user nor from the agent. */
export function paintNews(item: NewsItem, view: View): Lines {
  switch (item.kind) {
    case 'notice':
      return paintNotice(item, view);
    case 'error':
      return paintError(item, view);
    case 'retry':
      return paintRetry(item, view);
    case 'retracted':
      return paintRetracted(item, view);
    case 'rewound':
      return paintRewound(item, view);
    case 'changed':
      return paintChanged(item, view);
    case 'custom':
      return paintCustom(item, view);
    default:
      return unreachable(item);
  }
}

function paintNotice({ level, ...notice }: ItemOf<'notice'>, view: View): Lines {
  const { theme } = view;
  const text = toScreenWords(notice.text);
  if (level === 'info') return paintSaid(text, view, { sign: '· ', word: '', style: theme.dim });
  return paintSaid(text, view, { sign: '! ', word: newsTexts.warning, style: theme.warning });
}

/** Paints an error and its hint. */
function paintError(item: ItemOf<'error'>, view: View): Lines {
  const { code, message, hint, model } = item;
  const { theme } = view;
  const manner = { sign: '✗ ', word: newsTexts.error, style: theme.danger };
  if (model !== undefined) return paintSaid(toModelWords(item, model), view, manner);
  const failed = paintSaid(message, view, { ...manner, after: theme.dim(` (${cleanLine(code)})`) });
  if (hint === null) return failed;
  return [...failed, ...paintSaid(toScreenHint(hint), view, { sign: '→ ', word: newsTexts.hint, style: theme.plain })];
}

/** A failed request in one sentence or two: what happened, and what to do. */
function toModelWords({ code, message, hint }: ItemOf<'error'>, model: string): string {
  const own = describeModelError({ code, message, model, status: null });
  if (own !== null) return own;
  const what = message.trim().replace(/\.$/, '');
  return hint === null ? what : `${what}. ${toScreenHint(hint).replace(/\.$/, '')}${newsTexts.orRetry}`;
}

/** Paints a finished retry. While it runs, the row with the spinner shows it. */
function paintRetry(item: ItemOf<'retry'>, view: View): Lines {
  const { count, at, endedAt, isStopped = false } = item;
  if (endedAt === null) return [];
  const took = paintElapsed(Date.parse(endedAt) - Date.parse(at));
  const { was } = describeTrouble(item);
  const times = isStopped ? count - 1 : count;
  const words = times === 0 ? was : newsTexts.retried(was, times, view.isScreenReader ? toSpokenWords(took) : took);
  return paintSaid(words, view, { sign: '! ', word: newsTexts.warning, style: view.theme.warning });
}

/** Replaces command-line commands in a hint by commands of the TUI. */
function toScreenHint(hint: string): string {
  return toScreenWords(hint.replace(/another model|name of the model/, '$& (/model)'));
}

/** Paints a retracted answer. The new one follows it. */
function paintRetracted({ reason }: ItemOf<'retracted'>, view: View): Lines {
  return paintSaid(newsTexts.retracted(reason), view, { sign: '↺ ', word: '', style: view.theme.dim });
}

/** Cells of a message that are quoted. */
const QUOTED = 40;

/** Paints a rewind or its undo. */
function paintRewound({ isUndo, before }: ItemOf<'rewound'>, view: View): Lines {
  const message = before === null ? null : truncate(cleanLine(before), QUOTED);
  const words = isUndo ? newsTexts.rewindUndone : newsTexts.rewound(message);
  const said = paintSaid(words, view, { sign: '↺ ', word: '', style: view.theme.warning, isOutside: true });
  if (isUndo) return said;
  const undo = wrapText(view.theme.dim(newsTexts.undoRewind), Math.max(1, view.width - 2));
  return [...said, ...(view.isScreenReader ? undo : indent(undo, '  '))];
}

/** Paints a new title, model or mode. */
function paintChanged({ title, model, mode }: ItemOf<'changed'>, view: View): Lines {
  const words = [
    ...(title === null ? [] : [newsTexts.title(title)]),
    ...(model === null ? [] : [newsTexts.model(model)]),
    ...(mode === null ? [] : [newsTexts.mode(mode)]),
  ];
  return words.length === 0 ? [] : paintSaid(words.join(', '), view, { sign: '· ', word: '', style: view.theme.dim });
}

/** Paints an unknown item of a newer version by its name. */
function paintCustom({ name, data }: ItemOf<'custom'>, { theme, width, isScreenReader }: View): Lines {
  const sign = isScreenReader ? '' : '  · ';
  return [truncate(theme.dim(`${sign}${cleanLine(name)} ${cleanLine(JSON.stringify(data))}`), width)];
}

interface Manner {
  readonly sign: string;
  /** Replaces the icon for a screen reader. */
  readonly word: string;
  readonly style: (text: string) => string;
  readonly after?: string;
  /** Begins at the first column, as the user's messages do. */
  readonly isOutside?: boolean;
}

function paintSaid(text: string, view: View, { sign, word, style, after = '', isOutside = false }: Manner): Lines {
  const words = style(cleanText(text.trim())) + after;
  if (view.isScreenReader) return wrapText(word + words, view.width);
  const margin = ' '.repeat(isOutside ? 0 : GUTTER);
  const room = measureOf(view.width) - margin.length - widthOf(sign);
  return hang(margin + style(sign), wrapText(words, Math.max(1, room)));
}
