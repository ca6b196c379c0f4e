import { toText } from '@bowline/protocol/plain';
import { paintCallBody } from '../paint/calls/paint-call.ts';
import { describeCall } from '../paint/calls/describe-call.ts';
import { describeResult } from '../paint/calls/describe-result.ts';
import { describeSum } from '../paint/calls/paint-batch.ts';
import { paintElapsed } from '../paint/status/paint-duration.ts';
import { cleanLine } from '../paint/layout/clean-text.ts';
import { FRAME_CELLS } from '../paint/frame/paint-dock.ts';
import { isNarrow } from '../paint/layout/measure.ts';
import type { Lines, View } from '../paint/layout/view.ts';
import { indent, padEnd, truncate, widthOf } from '../paint/layout/wrap.ts';
import { paintMarkdown } from '../paint/markdown/paint-markdown.ts';
import { fillRow } from '../paint/layout/fill-row.ts';
import { callTexts } from '../texts/transcript-texts.ts';
import { turnTexts } from '../texts/panel-texts.ts';
import { toSentence, toSpokenWords } from '../texts/to-spoken-words.ts';
import type { ItemOf } from '../transcript/live-items.ts';
import type { CallItem } from '../transcript/transcript.ts';
import type { TurnEntry } from './read-turn.ts';

/** An entry in words: the action, its target and its result. */
export interface EntryWords {
  readonly verb: string;
  readonly target: string;
  /** Styled. */
  readonly result: string;
}

type AgentItem = ItemOf<'agent'>;

const VERB_CELLS = 7;
const BODY_INDENT = 12;

/** Describes an entry on one row. */
export function describeEntry({ items, isThought }: TurnEntry, view: View): EntryWords {
  const [first] = items;
  if (first?.kind === 'agent') return isThought ? describeThought(first, view) : describeSaid(first);
  return describeCalls(
    items.filter((item) => item.kind === 'call'),
    view,
  );
}

function describeThought({ thoughts, tookMs }: AgentItem, { theme }: View): EntryWords {
  const last = thoughts.at(-1);
  const took = tookMs ?? 0;
  return {
    verb: turnTexts.thought,
    target: firstLine(last?.subject ?? last?.text ?? ''),
    result: took < WORTH_SAYING_MS ? '' : theme.dim(paintElapsed(took)),
  };
}

function describeSaid({ text }: AgentItem): EntryWords {
  return { verb: turnTexts.said, target: firstLine(text), result: '' };
}

function describeCalls(calls: readonly CallItem[], view: View): EntryWords {
  const described = calls.map(({ name, args }) => describeCall(name, args, view.workspace));
  const [call] = calls;
  const verb = described[0]?.verb ?? '';
  const isFolded = calls.length > 1;
  const targets = described.map(({ target }) => target).join(', ');
  return {
    verb,
    target: isFolded && isNarrow(view.width) ? callTexts.batch(calls.length, verb) : targets,
    result: isFolded ? describeSum(calls, view) : call === undefined ? '' : describeResult(call, view),
  };
}

/** Shorter durations are not shown. */
const WORTH_SAYING_MS = 1000;

/** Paints the row of an entry with its fold, and everything in it if it is open. */
export function paintEntry(
  entry: TurnEntry,
  { isChosen, isOpen }: { readonly isChosen: boolean; readonly isOpen: boolean },
  view: View,
): Lines {
  const { theme } = view;
  const width = view.width - FRAME_CELLS - 2;
  const { verb, target, result } = describeEntry(entry, view);
  if (view.isScreenReader) {
    const head = toSentence([`${verb} ${target}`, ...(result === '' ? [] : [toSpokenWords(result)])].join(', '));
    return [head, ...(isOpen ? paintWhole(entry, { ...view, isUnfolded: true }) : [])];
  }
  const start = `${isOpen ? '▾' : '▸'} ${theme.dim(padEnd(verb, VERB_CELLS))} `;
  const room = width - 2 - widthOf(start) - (result === '' ? 0 : widthOf(result) + 2);
  const begin = `${start}${truncate(target, Math.max(1, room))}`;
  const row = result === '' ? begin : padEnd(begin, width - 2 - widthOf(result)) + result;
  const marked = isChosen
    ? fillRow(`${theme.accent('❯')} ${row}`, theme.selection, { ...view, width: view.width - FRAME_CELLS })
    : `  ${row}`;
  return [marked, ...(isOpen ? paintBody(entry, view) : [])];
}

function paintBody(entry: TurnEntry, view: View): Lines {
  const inner = { ...view, width: Math.max(8, view.width - FRAME_CELLS - BODY_INDENT - 1), isUnfolded: true };
  return indent(paintWhole(entry, inner), ' '.repeat(BODY_INDENT));
}

function paintWhole({ items, isThought }: TurnEntry, view: View): Lines {
  return items.flatMap((item) => {
    if (item.kind === 'call') return paintCallBody(item, view);
    if (item.kind !== 'agent') return [];
    return isThought ? item.thoughts.flatMap(({ text }) => paintMarkdown(text, view)) : paintMarkdown(item.text, view);
  });
}

/** Everything in an entry as text, for copying and for a pager. */
export function entryText({ items, isThought }: TurnEntry): string {
  return items
    .map((item) => {
      if (item.kind === 'call') return item.result === null ? item.output : outputOf(item.result);
      if (item.kind !== 'agent') return '';
      return isThought ? item.thoughts.map(({ text }) => text).join('\n\n') : item.text;
    })
    .join('\n');
}

function outputOf({ display, content }: NonNullable<CallItem['result']>): string {
  if (display?.type === 'text') return display.text;
  return display?.type === 'diff' ? display.after : toText(content);
}

function firstLine(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? '';
  return cleanLine(line)
    .replaceAll(/\*\*|^#+ /g, '')
    .trim();
}
