import stringWidth from 'string-width';
import { showInvisibles } from '@bowline/protocol/plain';

/** What the user sees as one character. The cursor, deletions and row breaks never split it. */
export interface Grapheme {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const PLAIN = /^[\x20-\x7e]*$/;
/** Characters that never combine, so each is a grapheme. This check is much faster than segmenting. */
const SINGLE =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u3001-\u3029\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uff01-\uff60]*$/;
/** The labels of `chips.ts`. Each moves and is deleted as one character. */
const LABEL = /\[(?:pasted [\d,]+ (?:characters|KB), [\d,]+ lines?|image [^[\]\n]{1,80}) #\d+\]/g;
const WORD = /[\p{L}\p{N}\p{M}_]/u;

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly isLabel: boolean;
}

function piecesOf(line: string): readonly Piece[] {
  if (!line.includes(' #')) return [{ start: 0, end: line.length, isLabel: false }];
  const pieces: Piece[] = [];
  let start = 0;
  for (const { index, 0: label } of line.matchAll(LABEL)) {
    if (index > start) pieces.push({ start, end: index, isLabel: false });
    start = index + label.length;
    pieces.push({ start: index, end: start, isLabel: true });
  }
  if (start < line.length || pieces.length === 0) pieces.push({ start, end: line.length, isLabel: false });
  return pieces;
}

/** All graphemes of a line, which must not contain a newline. */
export function graphemesOf(line: string): readonly Grapheme[] {
  const found: Grapheme[] = [];
  for (const { start, end, isLabel } of piecesOf(line)) {
    const text = line.slice(start, end);
    if (isLabel) found.push({ start, end, text });
    else if (SINGLE.test(text)) for (let at = start; at < end; at++) found.push(slice(line, at, at + 1));
    else
      for (const { index, segment } of segmenter.segment(text))
        found.push(slice(line, start + index, start + index + segment.length));
  }
  return found;
}

function slice(line: string, start: number, end: number): Grapheme {
  return { start, end, text: line.slice(start, end) };
}

/** The grapheme at a column, or undefined at the end of the line. */
export function graphemeAt(line: string, column: number): Grapheme | undefined {
  if (column < 0 || column >= line.length) return undefined;
  const piece = piecesOf(line).find(({ end }) => column < end);
  if (piece === undefined) return undefined;
  if (piece.isLabel) return slice(line, piece.start, piece.end);
  const text = line.slice(piece.start, piece.end);
  const found = SINGLE.test(text) ? undefined : segmenter.segment(text).containing(column - piece.start);
  const start = found === undefined ? column : piece.start + found.index;
  return slice(line, start, start + (found?.segment.length ?? 1));
}

/** Where the grapheme before a column begins. */
export function previousColumn(line: string, column: number): number {
  return graphemeAt(line, column - 1)?.start ?? 0;
}

/** Where the grapheme at a column ends. */
export function nextColumn(line: string, column: number): number {
  return graphemeAt(line, column)?.end ?? line.length;
}

/** The nearest column, not before this one, that does not split a grapheme. */
export function toBoundary(line: string, column: number): number {
  if (column <= 0) return 0;
  const grapheme = graphemeAt(line, column);
  if (grapheme === undefined) return line.length;
  return grapheme.start === column ? column : grapheme.end;
}

/** Whether a grapheme belongs to a word. A label counts as a word. */
export function isWord(grapheme: string): boolean {
  return WORD.test(grapheme);
}

/** Whether every character takes one cell and is painted as itself. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

export function isSpace(grapheme: string): boolean {
  return /^\s/.test(grapheme);
}

export function isLabel(grapheme: string): boolean {
  return grapheme.length > 8 && grapheme.startsWith('[') && grapheme.endsWith(']');
}

/** Makes invisible characters visible, including those that could reverse the text around them. */
export function toShown(grapheme: string): string {
  return grapheme === '\t' ? '    ' : showInvisibles(grapheme);
}

const widths = new Map<string, number>();

/** The width of a grapheme as painted. */
export function cellsOf(grapheme: string): number {
  if (grapheme.length === 1 && PLAIN.test(grapheme)) return 1;
  const known = widths.get(grapheme);
  if (known !== undefined) return known;
  const width = stringWidth(toShown(grapheme));
  if (widths.size > 5000) widths.clear();
  widths.set(grapheme, width);
  return width;
}
