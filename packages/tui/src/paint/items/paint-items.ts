import { isFolded, isSameBatch } from '../../transcript/fold-calls.ts';
import type { CallItem, TranscriptItem } from '../../transcript/transcript.ts';
import { paintBatch } from '../calls/paint-batch.ts';
import type { Lines, View } from '../layout/view.ts';
import { paintItem } from './paint-item.ts';

/** What the rows before an item were, which determines whether a blank row follows them. */
export interface Trail {
  readonly kind: TranscriptItem['kind'] | 'text';
  /** A list, code or a table comes last. */
  readonly endsInBlock: boolean;
}

/** Paints items below each other: successful looks of one answer on one row, and blank rows where they belong. */
export function paintItems(items: readonly TranscriptItem[], view: View, previous: Trail | null): Lines {
  const rows: string[] = [];
  let before = previous;
  for (let at = 0; at < items.length;) {
    const batch = view.isScreenReader || view.isUnfolded ? [] : batchAt(items, at);
    const item = items[at];
    if (item === undefined) break;
    const painted = batch.length > 1 ? paintBatch(batch, view) : paintItem(item, view);
    at += Math.max(1, batch.length);
    if (painted.length === 0) continue;
    if (hasGap(before, item)) rows.push('');
    rows.push(...painted);
    before = trailOf(item);
  }
  return rows;
}

function batchAt(items: readonly TranscriptItem[], from: number): readonly CallItem[] {
  const first = items[from];
  if (!isFolded(first)) return [];
  const batch = [first];
  for (let at = from + 1; at < items.length; at += 1) {
    const next = items[at];
    if (!isFolded(next) || !isSameBatch(first, next)) break;
    batch.push(next);
  }
  return batch;
}

/** Splits items so that those which share a row stay together. */
export function toRuns(items: readonly TranscriptItem[]): readonly (readonly TranscriptItem[])[] {
  const runs: (readonly TranscriptItem[])[] = [];
  for (let at = 0; at < items.length;) {
    const size = Math.max(1, batchAt(items, at).length);
    runs.push(items.slice(at, at + size));
    at += size;
  }
  return runs;
}

/** What an item leaves behind for the next one. */
export function trailOf(item: TranscriptItem): Trail {
  return { kind: item.kind, endsInBlock: item.kind === 'agent' && endsInBlock(item.text) };
}

/** A blank row is around the user's messages and blocks, before the final answer, and after the end of a turn. */
export function hasGap(before: Trail | null, item: TranscriptItem): boolean {
  if (before === null) return false;
  if (item.kind === 'person' || item.kind === 'rewound' || before.kind === 'person' || before.kind === 'text')
    return true;
  if (before.endsInBlock || (before.kind === 'ended' && item.kind !== 'ended')) return true;
  return item.kind === 'agent' && (item.isFinal || (item.thoughts.length === 0 && startsWithBlock(item.text)));
}

const BLOCK = /^(?:```|~~~|\||[-*+] |\d+[.)] | {4})/;

function startsWithBlock(text: string): boolean {
  return BLOCK.test(text.trimStart());
}

function endsInBlock(text: string): boolean {
  const last = text.trimEnd().split('\n').at(-1) ?? '';
  return BLOCK.test(last) || /^\s+\S/.test(last);
}
