import { cellsOf, graphemesOf, isSpace, type Grapheme } from './graphemes.ts';
import { lineOf, type Place, type TextBuffer } from './text-buffer.ts';

/** The part of a line shown on one row. */
export interface Row {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** The last row of its line, so the cursor may be after its last character. */
  readonly isLast: boolean;
}

type Part = Omit<Row, 'line'>;

// Cached, because a key changes only one line.
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

/** Breaks after a space if possible, and never inside a grapheme. */
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

/** The rows of a text for a given width. */
export function rowsOf(buffer: TextBuffer, limit: number): readonly Row[] {
  return buffer.lines.flatMap((line, index) =>
    partsOf(line, Math.max(limit, 2)).map((part) => ({ line: index, ...part })),
  );
}

/** The row of a place. At a row break, the place belongs to the next row. */
export function rowAt(rows: readonly Row[], { line, column }: Place): number {
  return Math.max(
    0,
    rows.findLastIndex((row) => row.line === line && row.start <= column),
  );
}

/** The number of cells before a place on its row. */
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

/** The place on a row that is nearest to a cell, not after it. */
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
