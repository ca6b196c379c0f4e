import { stripVTControlCharacters } from 'node:util';

/** Rows as lines: each column as wide as its widest cell, but for cells that end their row, which may run on. */
export function toColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [n, cell] of row.slice(0, -1).entries()) widths[n] = Math.max(widths[n] ?? 0, widthOf(cell));
  return rows.map((row) =>
    row
      .map((cell, n) => cell + ' '.repeat(Math.max(0, (widths[n] ?? 0) - widthOf(cell))))
      .join('  ')
      .trimEnd(),
  );
}

function widthOf(cell: string): number {
  return stripVTControlCharacters(cell).length;
}
