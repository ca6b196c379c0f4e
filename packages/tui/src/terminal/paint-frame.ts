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
  const { text, at } = writeRows(before, next, printed);
  if (text === '' && isSameCursor(before, next)) return '';
  const begin = SYNC_ON + WRAP_OFF + (before.cursor === null ? '' : HIDE_CURSOR);
  return begin + text + toCursor(next, at) + WRAP_ON + SYNC_OFF;
}

/** Erases the frame, or its rows from one on, and leaves the cursor at its start, for output that follows. */
export function clearFrame(frame: Frame, row = 0): string {
  return eraseFrom(Math.max(0, rowOf(frame) - row));
}

/** Erases rows above the cursor, its own and all below, and leaves the cursor on the first of them. */
export function eraseFrom(above: number): string {
  // Not all at once: some terminals move a window that is erased from its first row into the scrollback.
  return `${up(above)}\r${ERASE_ROW}\u001B7\u001B[1B${ERASE_BELOW}\u001B8`;
}

/** Writes changed rows, and says on which row of the next frame that ends. Printed rows cover the first of the old one. */
function writeRows(before: Frame, next: Frame, printed: Lines): { readonly text: string; readonly at: number } {
  const old = before.lines.slice(printed.length);
  let at = rowOf(before) - printed.length;
  let text = '';
  if (printed.length > 0) {
    text = `${move(at, -printed.length)}${printed.map((line) => `${ERASE_ROW}${guardRow(line)}\r\n`).join('')}`;
    at = 0;
  }
  for (const [row, line] of next.lines.entries()) {
    if (old[row] === line) continue;
    text += move(at, row) + toChanged(old[row], guardRow(line));
    at = row;
  }
  const last = next.lines.length - 1;
  if (next.lines.length >= old.length) return { text, at };
  return { text: `${text}${move(at, last)}\r\n${ERASE_BELOW}${up(1)}`, at: last };
}

/**
 * Moves to the start of a row, which may not be there yet. Down only by line feeds: any other move stops at the last row
 * of a window that has become shorter, and the frame would then be taken to begin above its first row.
 */
function move(from: number, to: number): string {
  return to < from ? `${up(from - to)}\r` : `\r${'\n'.repeat(to - from)}`;
}

/** What changes a row of the screen, from its first column on. */
function toChanged(before: string | undefined, next: string): string {
  return (before === undefined ? null : paintChange(before, next)) ?? ERASE_ROW + next;
}

/** The row that the terminal's cursor is on. */
function rowOf({ lines, cursor }: Frame): number {
  return cursor?.row ?? lines.length - 1;
}

/** Moves from a row to the cursor, or to the last row. */
function toCursor(frame: Frame, at: number): string {
  const { cursor } = frame;
  return move(at, rowOf(frame)) + (cursor === null ? '' : right(cursor.column) + SHOW_CURSOR);
}

function isSameCursor({ cursor: one }: Frame, { cursor: other }: Frame): boolean {
  return one?.row === other?.row && one?.column === other?.column;
}
