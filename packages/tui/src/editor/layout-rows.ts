import { cellsOf, graphemesOf, isSpace, type Grapheme } from './graphemes.ts';
import { lineOf, type Place, type TextBuffer } from './text-buffer.ts';

/** A part of a line that is shown on a row of its own. */
export interface Row {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** The last row of its line: the cursor may be behind it. */
  readonly isLast: boolean;
}

type Part = Omit<Row, 'line'>;

// Between two keys all lines but one are the same, so what was cut once is not cut again.
const known = { limit: 0, parts: new Map<string, readonly Part[]>() };

function partsOf(line: string, limit: number): readonly Part[] {
  if (known.limit !== limit || known.parts.size > 2000) {
    known.limit = limit;
    known.parts.clear();
  }
  const found = known.parts.get(line) ?? cutLine(line, limit);
  known.parts.set(line, found);
  return found;
}

/** Cuts after a space where there is one, and never within a grapheme. */
function cutLine(line: string, limit: number): readonly Part[] {
  const parts: Part[] = [];
  let start = 0;
  let cells = 0;
  let gap = { at: 0, cells: 0 };
  for (const { start: at, end, text } of graphemesOf(line)) {
    const width = Math.min(cellsOf(text), limit);
    while (cells + width > limit && at > start) {
      const cut = gap.at > start ? gap : { at, cells };
      parts.push({ start, end: cut.at, isLast: false });
      start = cut.at;
      cells -= cut.cells;
    }
    cells += width;
    if (isSpace(text)) gap = { at: end, cells };
  }
  return [...parts, { start, end: line.length, isLast: true }];
}

/** The rows of a text in a window of so many cells. */
export function rowsOf(buffer: TextBuffer, limit: number): readonly Row[] {
  return buffer.lines.flatMap((line, index) =>
    partsOf(line, Math.max(limit, 2)).map((part) => ({ line: index, ...part })),
  );
}

/** The row that a place is on. Where a row ends and the next begins, it is on the next. */
export function rowAt(rows: readonly Row[], { line, column }: Place): number {
  return Math.max(
    0,
    rows.findLastIndex((row) => row.line === line && row.start <= column),
  );
}

/** How many cells of its row are before a place. */
export function cellAt(buffer: TextBuffer, row: Row, column: number): number {
  return graphemesIn(buffer, row)
    .filter(({ start }) => start < column)
    .reduce((cells, { text }) => cells + cellsOf(text), 0);
}

export function graphemesIn(buffer: TextBuffer, row: Row): readonly Grapheme[] {
  const line = lineOf(buffer, row.line);
  return graphemesOf(line.slice(row.start, row.end)).map(({ start, end, text }) => ({
    start: start + row.start,
    end: end + row.start,
    text,
  }));
}

/** The place on a row that is nearest to a cell, not behind it. */
export function placeAt(buffer: TextBuffer, row: Row, cell: number): Place {
  let cells = 0;
  let column = row.start;
  for (const { start, end, text } of graphemesIn(buffer, row)) {
    cells += cellsOf(text);
    column = start;
    if (cells > cell) return { line: row.line, column };
    column = end;
  }
  const last = graphemesIn(buffer, row).at(-1)?.start ?? row.start;
  return { line: row.line, column: row.isLast ? column : last };
}
