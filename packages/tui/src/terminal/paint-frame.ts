import type { Lines } from '../paint/layout/view.ts';
import { guardRow } from './guard-row.ts';
import { paintChange } from './paint-change.ts';

/** The screen content below all printed rows. It must be shorter than the window to be redrawn in place. */
export interface Frame {
  readonly lines: Lines;
  /** The cursor, or null to hide it. */
  readonly cursor: { readonly row: number; readonly column: number } | null;
}

export const EMPTY_FRAME: Frame = { lines: [''], cursor: null };

/** What follows is shown at once, in terminals that support synchronized updates. */
export const SYNC_ON = '\u001B[?2026h';
const SYNC_OFF = '\u001B[?2026l';
export const SHOW_CURSOR = '\u001B[?25h';
export const HIDE_CURSOR = '\u001B[?25l';
// Cuts a row that the terminal considers wider than Bowline does, instead of pushing everything below it down.
const WRAP_OFF = '\u001B[?7l';
const WRAP_ON = '\u001B[?7h';
const ERASE_ROW = '\u001B[2K';
const ERASE_BELOW = '\u001B[J';

const up = (rows: number): string => (rows > 0 ? `\u001B[${rows}A` : '');
const right = (cells: number): string => (cells > 0 ? `\u001B[${cells}C` : '');

/**
 * The output that changes one frame to the next, with rows printed permanently above the frame. Writes only changed
 * rows, in one piece that a terminal shows at once. Empty if nothing differs.
 */
export function paintFrame(before: Frame, next: Frame, printed: Lines = []): string {
  const rows = toRows(before.lines, next.lines, printed);
  if (rows === '' && isSameCursor(before, next)) return '';
  const begin = SYNC_ON + WRAP_OFF + (before.cursor === null ? '' : HIDE_CURSOR);
  const body = rows === '' ? toRow(before, next.lines.length - 1) : toRow(before, 0) + rows;
  return begin + body + toCursor(next) + WRAP_ON + SYNC_OFF;
}

/** Erases the frame, or its rows from one on, and leaves the cursor at its start, for output that follows. */
export function clearFrame({ lines, cursor }: Frame, row = 0): string {
  return eraseFrom(Math.max(0, (cursor?.row ?? lines.length - 1) - row));
}

/** Erases rows above the cursor, its own and all below, and leaves the cursor on the first of them. */
export function eraseFrom(above: number): string {
  // Not all at once: some terminals move a window that is erased from its first row into the scrollback.
  return `${up(above)}\r${ERASE_ROW}\u001B7\u001B[1B${ERASE_BELOW}\u001B8`;
}

/** Ends on the last row of the next frame. Printed rows cover the first rows of the old one. */
function toRows(before: Lines, next: Lines, printed: Lines): string {
  const isSame = (line: string, row: number): boolean => before[row + printed.length] === line;
  if (printed.length === 0 && before.length === next.length && next.every(isSame)) return '';
  let written = printed.map((line) => `${ERASE_ROW}${guardRow(line)}\r\n`).join('');
  let at = 0;
  for (const [row, line] of next.entries()) {
    if (isSame(line, row)) continue;
    written += down(row - at) + toChanged(before[row + printed.length], guardRow(line));
    at = row;
  }
  const last = next.length - 1;
  const isShorter = printed.length + next.length < before.length;
  return written + down(last - at) + (isShorter ? `\r\n${ERASE_BELOW}${up(1)}` : '');
}

/**
 * Moves down to the start of a row, which may not be there yet. Only by line feeds: any other move stops at the last row of
 * a window that has become shorter, and the frame would then be taken to begin above its first row.
 */
function down(rows: number): string {
  return rows > 0 ? `\r${'\n'.repeat(rows)}` : '';
}

/** What changes a row of the screen, from its first column on. */
function toChanged(before: string | undefined, next: string): string {
  return (before === undefined ? null : paintChange(before, next)) ?? ERASE_ROW + next;
}

/** Moves from the cursor to the start of a row of the same frame. */
function toRow({ lines, cursor }: Frame, row: number): string {
  const at = cursor?.row ?? lines.length - 1;
  return `${at > row ? up(at - row) : down(row - at)}\r`;
}

/** Moves from the last row to the cursor. */
function toCursor({ lines, cursor }: Frame): string {
  if (cursor === null) return '';
  return `${up(lines.length - 1 - cursor.row)}\r${right(cursor.column)}${SHOW_CURSOR}`;
}

function isSameCursor({ cursor: one }: Frame, { cursor: other }: Frame): boolean {
  return one?.row === other?.row && one?.column === other?.column;
}
