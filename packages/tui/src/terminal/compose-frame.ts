import type { Lines } from '../paint/layout/view.ts';
import type { Frame } from './paint-frame.ts';
import type { SpokenDock } from './step-speech.ts';

/** Paints the rows between printed output and the bottom, in the available room. */
export type LivePart = (room: { readonly width: number; readonly rows: number }) => Lines;

/** The cursor, as rows above the last one. */
export interface BottomCursor {
  readonly above: number;
  readonly column: number;
}

/** The last rows of the frame, where the user acts. */
export interface Bottom {
  readonly lines: Lines;
  /** Null hides the cursor. */
  readonly cursor: BottomCursor | null;
  /** A panel is open: the bottom is painted over the rows above it, and nothing moves. */
  readonly covers: boolean;
  /** The same in sentences, for a screen reader. */
  readonly spoken?: SpokenDock;
}

/** Paints the bottom for a size of the window. */
export type BottomPart = (room: { readonly width: number; readonly rows: number }) => Bottom;

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** What is on the screen: a frame, how many of its first rows cover printed ones, and the room for live rows. */
export interface Shown {
  readonly frame: Frame;
  readonly covered: number;
  /** Without a panel. */
  readonly liveRoom: number;
}

export interface ComposedParts {
  readonly bottom: Bottom;
  readonly live: LivePart;
  readonly size: Size;
  /** The last printed rows. */
  readonly lastPrinted: (count: number) => Lines;
  /** How many printed rows are in the window, or more. */
  readonly printedRows: number;
}

/**
 * The next frame below the printed rows. Its last row stays where it is: rows that are no longer needed stay empty
 * between the live part and the bottom, and what is printed later fills them.
 */
export function composePushed(
  { bottom, live, size }: Omit<ComposedParts, 'lastPrinted' | 'printedRows'>,
  least: number,
): Shown {
  const most = Math.max(1, size.rows - 1);
  const below = bottom.lines.slice(-most);
  const liveRoom = most - below.length;
  const above = live({ width: size.columns, rows: liveRoom });
  const gap = Math.max(0, Math.min(least, most) - above.length - below.length);
  return { frame: toFrame([...above, ...empty(gap), ...below], bottom.cursor, size), covered: 0, liveRoom };
}

/** The next frame with a panel, painted over live rows first and then over printed ones. */
export function composeCovering(
  parts: ComposedParts,
  { frame, covered, liveRoom }: Shown,
  height = frame.lines.length,
): Shown {
  const { bottom, live, size, lastPrinted, printedRows } = parts;
  const most = Math.max(1, size.rows - 1);
  const below = bottom.lines.slice(-most);
  const more = Math.max(0, Math.min(below.length - height, most - height, printedRows - covered));
  const next = covered + more;
  const room = Math.max(height + more, below.length) - below.length;
  const above = [...lastPrinted(next), ...live({ width: size.columns, rows: liveRoom })].slice(0, room);
  const lines = [...above, ...empty(room - above.length), ...below];
  return { frame: toFrame(lines, bottom.cursor, size), covered: next, liveRoom };
}

/** The same rows on the screen, as a frame that begins further up. */
export function raise({ lines, cursor }: Frame, above: Lines): Frame {
  return {
    lines: [...above, ...lines],
    cursor: cursor === null ? null : { ...cursor, row: cursor.row + above.length },
  };
}

function toFrame(lines: Lines, cursor: BottomCursor | null, { columns }: Size): Frame {
  if (cursor === null || cursor.above >= lines.length) return { lines, cursor: null };
  return {
    lines,
    cursor: { row: lines.length - 1 - cursor.above, column: Math.min(cursor.column, columns - 1) },
  };
}

const empty = (rows: number): Lines => Array.from({ length: Math.max(0, rows) }, () => '');
