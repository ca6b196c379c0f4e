import { unreachable } from '@bowline/protocol/plain';
import { paintHidden } from '../layout/fold-rows.ts';
import { cleanLine } from '../layout/clean-text.ts';
import type { Lines, View } from '../layout/view.ts';
import { hang, padEnd, padStart, truncate, widthOf, wrapCells } from '../layout/wrap.ts';
import { markWords } from './mark-words.ts';
import { toDiffRows, type DiffDisplay, type DiffRow } from './to-diff-rows.ts';
import { textTexts } from '../../texts/transcript-texts.ts';

/** Paints a file change with line numbers and marked words. After `maxRows` rows, shows how many are missing. */
export function paintDiff(display: DiffDisplay, view: View, maxRows = Infinity): Lines {
  const { rows } = toDiffRows(display);
  const last = rows.reduce((most, row) => ('number' in row ? Math.max(most, row.number) : most), 0);
  const digits = String(last).length;
  const painted: string[] = [];
  for (const [at, row] of rows.entries()) {
    const more = paintRow(row, view, digits);
    if (painted.length + more.length > maxRows) return [...painted, paintHidden(rows.length - at, view)];
    painted.push(...more);
  }
  return painted;
}

/** The file name and the number of added and removed lines. */
export function paintDiffHead(display: DiffDisplay, view: View): string {
  const { theme, width } = view;
  const { added, removed } = toDiffRows(display);
  const counts = `${theme.good(`+${added}`)} ${theme.bad(`-${removed}`)}`;
  return truncate(`${truncate(cleanLine(display.path), Math.max(8, width - widthOf(counts) - 1))} ${counts}`, width);
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

const signs = { same: ' ', removed: '-', added: '+' } as const;

function paintLine(row: LineRow, view: View, digits: number): Lines {
  const { theme } = view;
  const width = Math.max(8, view.width - digits - 3);
  const number = theme.dim(padStart(String(row.number), digits));
  const text = toVisible(row.text);
  if (row.kind === 'same') return hang(`${number}   `, wrapCells(theme.dim(text), width));
  const style = row.kind === 'added' ? theme.added : theme.removed;
  const mark = row.kind === 'added' ? theme.addedWord : theme.removedWord;
  const marked = row.other === null ? null : markWords(text, toVisible(row.other), mark);
  // With 24-bit color, the background extends to the end of the row.
  const fill = (line: string): string => style(theme.colours === 24 ? padEnd(line, width) : line);
  return wrapCells(marked ?? text, width).map((line, at) => {
    const before = at === 0 ? number : ' '.repeat(digits);
    return `${before} ${style(at === 0 ? `${signs[row.kind]} ` : '  ')}${fill(line)}`;
  });
}

function sayLine({ kind, number, text }: LineRow, { width }: View): Lines {
  return wrapCells(textTexts.line(kind, number, toVisible(text)), width);
}

/** Makes a carriage return at the end of a line visible, because a change may be about it. */
function toVisible(line: string): string {
  return line.endsWith('\r') ? `${cleanLine(line.slice(0, -1))}␍` : cleanLine(line);
}
