import type { Display } from '@bowline/protocol';
import { compareLines, type Change } from './compare-lines.ts';
import { textTexts } from '../texts/transcript-texts.ts';

export type DiffDisplay = Extract<Display, { type: 'diff' }>;

/** A row of a diff: a line with its number, or a gap. */
export type DiffRow =
  | { readonly kind: 'same'; readonly number: number; readonly text: string }
  | {
      readonly kind: 'removed' | 'added';
      readonly number: number;
      readonly text: string;
      /** The line that replaced it, or that it replaced. */
      readonly other: string | null;
    }
  | { readonly kind: 'left_out'; readonly count: number }
  | { readonly kind: 'note'; readonly text: string };

export interface DiffRows {
  readonly rows: readonly DiffRow[];
  readonly added: number;
  readonly removed: number;
}

/** The number of context lines around a change. */
const AROUND = 2;
/** Cached, because the same display is painted with every frame while a question is open. */
const known = new WeakMap<DiffDisplay, DiffRows>();

/** The rows of a diff: changed lines, context lines, and gaps. */
export function toDiffRows(display: DiffDisplay): DiffRows {
  const before = known.get(display);
  if (before !== undefined) return before;
  const rows = compare(display);
  known.set(display, rows);
  return rows;
}

function compare({ before, after }: DiffDisplay): DiffRows {
  const changes = compareLines(toLines(before), toLines(after));
  const changed = changes.filter((change) => change.kind === 'changed');
  return {
    rows: [...number(changes), ...noteEnd(before, after)],
    added: changed.reduce((sum, { added }) => sum + added.length, 0),
    removed: changed.reduce((sum, { removed }) => sum + removed.length, 0),
  };
}

/** A trailing newline ends the last line and does not start another. */
function toLines(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function noteEnd(before: string, after: string): readonly DiffRow[] {
  if (before === '' || after === '' || before.endsWith('\n') === after.endsWith('\n')) return [];
  return [{ kind: 'note', text: after.endsWith('\n') ? textTexts.newlineAdded : textTexts.newlineRemoved }];
}

function number(changes: readonly Change[]): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  let [left, right] = [1, 1];
  for (const [at, change] of changes.entries()) {
    if (change.kind === 'same') {
      rows.push(...around(change.lines, right, { isFirst: at === 0, isLast: at === changes.length - 1 }));
      left += change.lines.length;
      right += change.lines.length;
      continue;
    }
    const { removed, added } = change;
    for (const [row, text] of removed.entries())
      rows.push({ kind: 'removed', number: left + row, text, other: otherOf(removed, added, row) });
    for (const [row, text] of added.entries())
      rows.push({ kind: 'added', number: right + row, text, other: otherOf(added, removed, row) });
    left += removed.length;
    right += added.length;
  }
  return rows;
}

/** Lines are compared word by word if as many were added as removed. */
function otherOf(lines: readonly string[], others: readonly string[], at: number): string | null {
  return lines.length === others.length ? (others[at] ?? null) : null;
}

/** The context lines that are shown of unchanged lines. */
function around(
  lines: readonly string[],
  first: number,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): readonly DiffRow[] {
  const toRow = (text: string, at: number): DiffRow => ({ kind: 'same', number: first + at, text });
  const isBetween = !isFirst && !isLast;
  if (isBetween && lines.length <= 2 * AROUND + 1) return lines.map(toRow);
  const end = isLast ? lines.length : Math.max(0, lines.length - AROUND);
  return [
    ...(isFirst ? [] : lines.slice(0, AROUND).map(toRow)),
    ...(isBetween ? [{ kind: 'left_out', count: lines.length - 2 * AROUND } as const] : []),
    ...lines.slice(end).map((text, at) => toRow(text, end + at)),
  ];
}
