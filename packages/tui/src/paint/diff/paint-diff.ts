import { unreachable } from '@bowline/protocol/plain';
import { paintHidden } from '../layout/fold-rows.ts';
import { showLine } from '../layout/clean-text.ts';
import type { Lines, View } from '../layout/view.ts';
import { fillRow } from '../layout/fill-row.ts';
import { padStart, truncate, wrapCells, wrapCode } from '../layout/wrap.ts';
import { markWords } from './mark-words.ts';
import { toDiffRows, type DiffDisplay, type DiffRow } from '../../diff/to-diff-rows.ts';
import { spokenTexts } from '../../texts/spoken-texts.ts';
import { textTexts } from '../../texts/transcript-texts.ts';

/** Numbers of short files are aligned too. */
const LEAST_DIGITS = 3;

/** Paints a file change with line numbers and marked words. After `maxRows` rows, shows how many are missing. */
export function paintDiff(display: DiffDisplay, view: View, maxRows = Infinity): Lines {
  const { rows: all } = toDiffRows(display);
  // A screen reader says the change, and what is around it only if all of it is asked for.
  const rows = view.isScreenReader && !view.isUnfolded ? all.filter(isChange) : all;
  return paintDiffRows(rows, view, maxRows);
}

/** Paints these rows of a diff. */
export function paintDiffRows(rows: readonly DiffRow[], view: View, maxRows: number): Lines {
  const last = rows.reduce((most, row) => ('number' in row ? Math.max(most, row.number) : most), 0);
  const digits = Math.max(LEAST_DIGITS, String(last).length);
  const painted: string[] = [];
  for (const [at, row] of rows.entries()) {
    const more = paintRow(row, view, digits);
    if (painted.length + more.length > maxRows) return [...painted, paintHidden(rows.length - at, view)];
    painted.push(...more);
  }
  return painted;
}

function isChange({ kind }: DiffRow): boolean {
  return kind !== 'same' && kind !== 'left_out';
}

function paintRow(row: DiffRow, view: View, digits: number): Lines {
  const { theme, isScreenReader } = view;
  switch (row.kind) {
    case 'left_out':
      return [theme.dim(isScreenReader ? textTexts.sameLines(row.count) : `${' '.repeat(digits)} ⋯`)];
    case 'note':
      return [truncate(theme.dim(row.text), view.width)];
    case 'same':
    case 'removed':
    case 'added':
      return isScreenReader ? sayLine(row, view) : paintLine(row, view, digits);
    default:
      return unreachable(row);
  }
}

type LineRow = Extract<DiffRow, { readonly number: number }>;
/** A line, and the one that it replaces or that replaces it. */
type Said = Pick<LineRow, 'kind' | 'number' | 'text'> & { readonly other?: string | null };

const signs = { same: ' ', removed: '-', added: '+' } as const;

function paintLine(row: LineRow, view: View, digits: number): Lines {
  const { theme } = view;
  const margin = digits + 3;
  const width = Math.max(8, view.width - margin);
  const number = padStart(String(row.number), digits);
  const text = showLine(row.text);
  const wrapped = `${' '.repeat(digits)} ↪ `;
  if (row.kind === 'same')
    return wrapCode(text, width).map((line, at) =>
      `${theme.dim(at === 0 ? `${number}   ` : wrapped)}${line}`.trimEnd(),
    );
  const isAdded = row.kind === 'added';
  const sign = isAdded ? theme.addedSign : theme.removedSign;
  const marked =
    row.other === null ? null : markWords(text, showLine(row.other), isAdded ? theme.addedWord : theme.removedWord);
  return wrapCode(marked ?? text, width).map((line, at) => {
    const before = at === 0 ? `${number} ${signs[row.kind]} ` : wrapped;
    return fillRow(`${sign(before)}${line}`, isAdded ? theme.added : theme.removed, view);
  });
}

function sayLine({ kind, number, text, other = null }: Said, { width }: View): Lines {
  const words = showLine(text).trimStart();
  // Otherwise a change of the indentation alone could not be heard.
  const isIndent = other !== null && showLine(other).trimStart() === words;
  const indent = showLine(text).length - words.length;
  return wrapCells(textTexts.line(kind, number, isIndent ? spokenTexts.indented(words, indent) : words), width);
}
