import { toBoundary } from './graphemes.ts';

/** A place in a text: a line, and the offset in it where a grapheme begins, or the end of the line. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Text as lines, at least one, and the cursor. */
export interface TextBuffer {
  readonly lines: readonly string[];
  readonly at: Place;
}

export const EMPTY_BUFFER: TextBuffer = { lines: [''], at: { line: 0, column: 0 } };

/** A text with the cursor at its end. */
export function createBuffer(text: string): TextBuffer {
  const lines = text.split('\n');
  return { lines, at: endOf(lines) };
}

export function toText(buffer: TextBuffer): string {
  return buffer.lines.join('\n');
}

export function isEmpty(buffer: TextBuffer): boolean {
  return buffer.lines.length === 1 && buffer.lines[0] === '';
}

export function lineOf(buffer: TextBuffer, line = buffer.at.line): string {
  return buffer.lines[line] ?? '';
}

export function endOf(lines: readonly string[]): Place {
  return { line: lines.length - 1, column: (lines.at(-1) ?? '').length };
}

/** Negative if the first place is before the second. */
export function comparePlaces(a: Place, b: Place): number {
  return a.line - b.line || a.column - b.column;
}

/** Moves the cursor to the next place that does not split a grapheme. */
export function moveTo(buffer: TextBuffer, place: Place): TextBuffer {
  const line = Math.min(Math.max(place.line, 0), buffer.lines.length - 1);
  return { lines: buffer.lines, at: { line, column: toBoundary(lineOf(buffer, line), place.column) } };
}

/** Inserts text at the cursor and moves the cursor after it. */
export function insertText(buffer: TextBuffer, text: string): TextBuffer {
  return replaceBetween(buffer, { from: buffer.at, to: buffer.at }, text);
}

/** The text between two places. */
export function textBetween(buffer: TextBuffer, { from, to }: Span): string {
  if (from.line === to.line) return lineOf(buffer, from.line).slice(from.column, to.column);
  const first = lineOf(buffer, from.line).slice(from.column);
  const last = lineOf(buffer, to.line).slice(0, to.column);
  return [first, ...buffer.lines.slice(from.line + 1, to.line), last].join('\n');
}

/** A range of text, the earlier end first. */
export interface Span {
  readonly from: Place;
  readonly to: Place;
}

export function toSpan(a: Place, b: Place): Span {
  return comparePlaces(a, b) <= 0 ? { from: a, to: b } : { from: b, to: a };
}

/** Replaces a range of text and moves the cursor after it. */
export function replaceBetween(buffer: TextBuffer, { from, to }: Span, text: string): TextBuffer {
  const before = lineOf(buffer, from.line).slice(0, from.column);
  const after = lineOf(buffer, to.line).slice(to.column);
  const added = text.split('\n');
  const last = added.length - 1;
  const column = (last === 0 ? before.length : 0) + (added[last] ?? '').length;
  added[0] = before + (added[0] ?? '');
  added[last] = (added[last] ?? '') + after;
  const lines = [...buffer.lines.slice(0, from.line), ...added, ...buffer.lines.slice(to.line + 1)];
  return moveTo({ lines, at: from }, { line: from.line + last, column });
}
