import type { Tokens } from 'marked';
import type { Lines, View } from '../layout/view.ts';
import { padEnd, padStart, widthOf, wrapText } from '../layout/wrap.ts';
import { paintInline } from './paint-inline.ts';
import { shareWidth } from './share-width.ts';

const BETWEEN = 3;

/** Paints a table with wrapped cells, or as a list if columns would be too narrow or for a screen reader. */
export function paintTable(table: Tokens.Table, view: View): Lines {
  const header = table.header.map(({ tokens }) => paintInline(tokens, view));
  const rows = table.rows.map((row) => row.map(({ tokens }) => paintInline(tokens, view)));
  const room = view.width - BETWEEN * (header.length - 1);
  const widths = view.isScreenReader ? null : shareWidth([header, ...rows], room);
  if (widths === null) return paintAsList(header, rows, view);
  const { theme } = view;
  const paintRow = (cells: readonly string[]): Lines => paintCells(cells, widths, { table });
  const painted = rows.map(paintRow);
  const rule = theme.border('─'.repeat(widths.reduce((sum, width) => sum + width + BETWEEN, -BETWEEN)));
  // Cells of several rows need something between them.
  const isTall = painted.some((row) => row.length > 1);
  const body = painted.flatMap((row, at) => (isTall && at > 0 ? ['', ...row] : row));
  return [...paintRow(header.map(theme.strong)), rule, ...body];
}

function paintCells(
  cells: readonly string[],
  widths: readonly number[],
  { table }: { readonly table: Tokens.Table },
): Lines {
  const columns = widths.map((width, at) => wrapText(cells[at] ?? '', width));
  const height = Math.max(...columns.map(({ length }) => length));
  return Array.from({ length: height }, (_, row) =>
    widths
      .map((width, at) => align(columns[at]?.[row] ?? '', width, table.align[at] ?? null))
      .join(' '.repeat(BETWEEN))
      .trimEnd(),
  );
}

function align(text: string, width: number, side: Tokens.Table['align'][number]): string {
  if (side === 'right') return padStart(text, width);
  if (side === 'center') return padEnd(padStart(text, Math.floor((width + widthOf(text)) / 2)), width);
  return padEnd(text, width);
}

/** Paints each row separately: column names and values. */
function paintAsList(header: readonly string[], rows: readonly (readonly string[])[], view: View): Lines {
  const { theme, width } = view;
  if (rows.length === 0) return wrapText(header.map(theme.strong).join(', '), width);
  return rows.flatMap((cells, at) => {
    const painted = cells.flatMap((cell, column) => {
      const name = header[column] ?? '';
      if (cell === '') return [];
      return wrapText(name === '' ? cell : `${theme.strong(`${name}:`)} ${cell}`, width);
    });
    return at === 0 ? painted : ['', ...painted];
  });
}
