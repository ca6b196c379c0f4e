import wrapAnsi from 'wrap-ansi';
import { carryStyles } from './carry-styles.ts';
import { cellsOf, kindOfText } from './cells.ts';
import type { Lines } from './view.ts';
import { cutStyled, toFullRanges, toRanges, toWordRanges, type RowRange } from './wrap-styled.ts';

const MARKS = /(\u001B\[[\d;:]*[mK]|\u001B\]8;[^\u0007\u001B]*(?:\u0007|\u001B\\))/;
const EVERY_MARK = new RegExp(MARKS, 'g');
const graphemes = new Intl.Segmenter();

/** The width of a row without its styles and links. */
export function widthOf(text: string): number {
  return cellsOf(toVisible(text));
}

function toVisible(text: string): string {
  return text.includes('\u001B') ? text.replaceAll(EVERY_MARK, '') : text;
}

/** Fast path, because most rows fit. */
function fits(visible: string, width: number): boolean {
  return visible.length <= width / 2 || (visible.length <= width && kindOfText(visible) === 'narrow');
}

/** Wraps painted text, between words if possible. Every row starts and ends its own styles. */
export function wrapText(text: string, width: number): Lines {
  return toLines(text).flatMap((line) => wrapLine(line, Math.max(1, width)));
}

function toLines(text: string): Lines {
  return text.includes('\n') ? carryStyles(text).split('\n') : [text];
}

function wrapLine(line: string, width: number): Lines {
  const visible = toVisible(line);
  if (fits(visible, width)) return [line.trimEnd()];
  if (kindOfText(visible) === 'other') return wrapAnsi(line, width, { hard: true }).split('\n');
  return cut(line, visible, toRanges(visible, width));
}

function cut(line: string, visible: string, ranges: readonly RowRange[]): Lines {
  return visible === line ? ranges.map(({ from, to }) => line.slice(from, to)) : cutStyled(line.split(MARKS), ranges);
}

/** Wraps painted text into full rows, for code and output, where every space counts. */
export function wrapCells(text: string, width: number): Lines {
  return toLines(text).flatMap((line) => wrapCellsOf(line, Math.max(1, width)));
}

function wrapCellsOf(line: string, width: number): Lines {
  const visible = toVisible(line);
  if (fits(visible, width)) return [line];
  if (kindOfText(visible) !== 'other') return cut(line, visible, toFullRanges(visible, width));
  return wrapAnsi(line, width, { hard: true, trim: false, wordWrap: false }).split('\n');
}

/** Wraps a painted line of code, between words if possible. Later rows are indented as the line is. */
export function wrapCode(line: string, width: number): Lines {
  const visible = toVisible(line);
  if (fits(visible, width)) return [line];
  if (kindOfText(visible) === 'other') return wrapCells(line, width);
  const blanks = visible.length - visible.trimStart().length;
  const lead = Math.min(blanks, Math.floor(width / 3));
  const rows = cut(line, visible, toWordRanges(visible, width, width - lead));
  return rows.map((row, at) => (at === 0 ? row : ' '.repeat(lead) + row));
}

/** The start of a row, with an ellipsis if it was cut. */
export function truncate(text: string, width: number): string {
  const visible = toVisible(text);
  if (fits(visible, width) || cellsOf(visible) <= width) return text;
  return width < 1 ? '' : takeStyled(text, width - 1);
}

/** Keeps every style and link, so that all are closed. */
function takeStyled(text: string, width: number): string {
  let left = width;
  let isCut = false;
  let kept = '';
  for (const part of text.split(MARKS)) {
    if (part.startsWith('\u001B')) kept += part;
    else if (!isCut) {
      const taken = takeCells(part, left);
      left -= cellsOf(taken);
      isCut = taken.length < part.length;
      kept += isCut ? `${taken}…` : taken;
    }
  }
  return kept;
}

function takeCells(text: string, width: number): string {
  if (kindOfText(text) === 'narrow') return text.slice(0, width);
  let left = width;
  let end = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    left -= widthOf(segment);
    if (left < 0) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/** The end of plain text, such as a path, with an ellipsis if it was cut. */
export function truncateStart(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width < 1) return '';
  const parts = [...graphemes.segment(text)].map(({ segment }) => segment);
  let left = width - 1;
  let at = parts.length;
  while (at > 0 && left - widthOf(parts[at - 1] ?? '') >= 0) {
    at -= 1;
    left -= widthOf(parts[at] ?? '');
  }
  return `…${parts.slice(at).join('')}`;
}

/** Both ends of plain text, for URLs: the host is at the start, the file at the end. */
export function truncateMiddle(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width < 3) return truncate(text, width);
  const head = takeCells(text, Math.ceil((width - 1) * 0.6));
  return `${head}${truncateStart(text, width - widthOf(head))}`;
}

/** Pads a row with spaces on the right. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Pads a row with spaces on the left. */
export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(text))) + text;
}

/** Puts an icon before the first row, and as many spaces before the others. */
export function hang(sign: string, lines: Lines): Lines {
  const blanks = ' '.repeat(widthOf(sign));
  return lines.map((line, at) => (at === 0 ? sign + line : line === '' ? '' : blanks + line));
}

/** Puts a margin before each row, without trailing spaces on empty rows. */
export function indent(lines: Lines, margin: string): Lines {
  const bare = margin.trimEnd();
  return lines.map((line) => (line === '' ? bare : margin + line));
}
