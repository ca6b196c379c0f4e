import { isWide } from './cells.ts';
import { beginStyles, endStyles, followStyles, type OpenStyles } from './open-styles.ts';

/** The range of a line that is on one row. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

const BLANK = 0x20;
/** Characters that must not start a row. */
const CLOSING: ReadonlySet<number> = new Set(Array.from('、。，．：；！？）」』】〉》', (each) => each.charCodeAt(0)));

/** The rows of a simple line, broken at spaces and between wide letters where possible. */
export function toRanges(line: string, width: number): readonly RowRange[] {
  const ranges: RowRange[] = [];
  let from = 0;
  while (from < line.length) {
    const end = findBreak(line, from, width);
    const to = endOfWords(line, from, end);
    if (to > from) ranges.push({ from, to });
    from = end;
    while (line.charCodeAt(from) === BLANK) from += 1;
  }
  return ranges.length === 0 ? [{ from: 0, to: 0 }] : ranges;
}

/** The end of the row that starts here: its last break opportunity, or where it is full. */
function findBreak(line: string, from: number, width: number): number {
  let cells = 0;
  let good = from;
  let wasWide = false;
  for (let at = from; at < line.length; at += 1) {
    const character = line.charCodeAt(at);
    const isDouble = isWide(character);
    if (at > from && (character === BLANK || ((isDouble || wasWide) && !CLOSING.has(character)))) good = at;
    cells += isDouble ? 2 : 1;
    if (cells > width) return good > from ? good : Math.max(from + 1, at);
    wasWide = isDouble;
  }
  return line.length;
}

function endOfWords(line: string, from: number, end: number): number {
  let to = end;
  while (to > from && line.charCodeAt(to - 1) === BLANK) to -= 1;
  return to;
}

/** The rows of a simple line, each full, with every space in its place. */
export function toFullRanges(line: string, width: number): readonly RowRange[] {
  const ranges: RowRange[] = [];
  let [from, cells] = [0, 0];
  for (let at = 0; at < line.length; at += 1) {
    const wide = isWide(line.charCodeAt(at)) ? 2 : 1;
    if (cells + wide > width && at > from) {
      ranges.push({ from, to: at });
      [from, cells] = [at, 0];
    }
    cells += wide;
  }
  return [...ranges, { from, to: line.length }];
}

/**
 * The rows of a simple line of code: broken at spaces if that leaves no row less than half full. Every character is on a
 * row, except one space at a break, which has no room. `rest` is the width of all rows but the first.
 */
export function toWordRanges(line: string, first: number, rest: number): readonly RowRange[] {
  const ranges: RowRange[] = [];
  let from = 0;
  while (from < line.length) {
    const width = ranges.length === 0 ? first : rest;
    const full = toFullRanges(line.slice(from), width)[0]?.to ?? line.length;
    const end = from + Math.max(1, full);
    if (end >= line.length) return [...ranges, { from, to: line.length }];
    const blank = line.lastIndexOf(' ', end);
    const isGood = blank >= from + width / 2;
    ranges.push({ from, to: isGood ? Math.min(end, blank + 1) : end });
    from = isGood ? blank + 1 : end;
  }
  return ranges.length === 0 ? [{ from: 0, to: 0 }] : ranges;
}

/** Cuts a line, given as text and escape sequences, into rows with their own styles. */
export function cutStyled(parts: readonly string[], ranges: readonly RowRange[]): readonly string[] {
  const open: OpenStyles = new Map();
  const marks = toMarks(parts);
  const visible = parts.filter((_, at) => at % 2 === 0).join('');
  let next = 0;
  return ranges.map(({ from, to }, row) => {
    const until = ranges[row + 1]?.from ?? Infinity;
    let text = beginStyles(open);
    let at = from;
    for (let mark = marks[next]; mark !== undefined && mark.at < until; mark = marks[next]) {
      const place = Math.min(to, Math.max(at, mark.at));
      text += visible.slice(at, place) + mark.text;
      followStyles(open, mark.text);
      at = place;
      next += 1;
    }
    return text + visible.slice(at, to) + endStyles(open);
  });
}

/** Every second part is an escape sequence. Its position counts visible characters. */
function toMarks(parts: readonly string[]): readonly { readonly at: number; readonly text: string }[] {
  let at = 0;
  return parts.flatMap((text, index) => {
    if (index % 2 === 1) return [{ at, text }];
    at += text.length;
    return [];
  });
}
