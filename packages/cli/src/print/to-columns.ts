import { stripVTControlCharacters } from 'node:util';

/** Aligns rows in columns. The last cell of a row does not widen its column. */
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
