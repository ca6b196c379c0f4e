import type { Lines } from '../paint/layout/view.ts';
import { widthOf } from '../paint/layout/wrap.ts';
import { interceptWrites } from './intercept-writes.ts';
import { clearFrame, EMPTY_FRAME, HIDE_CURSOR, paintFrame, SHOW_CURSOR, type Frame } from './paint-frame.ts';
import { addBlock, EMPTY_TAIL, sharesWithin, type Block, type PrintedTail } from './printed-tail.ts';

/** Paints the rows between printed output and the bottom, in the available room. */
export type LivePart = (room: { readonly width: number; readonly rows: number }) => Lines;

interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** All parts of the frame. The cursor is counted upward from the last row. */
interface Parts {
  readonly bottom: Lines;
  readonly live: LivePart;
  readonly cursor: BottomCursor | null;
}

/** The cursor, as rows above the last one. */
export interface BottomCursor {
  readonly above: number;
  readonly column: number;
}

const EMPTY_PARTS: Parts = { bottom: [''], live: () => [], cursor: null };

/** How long a size must be stable before everything is repainted, because dragging a corner reports many sizes. */
const RESIZE_MS = 60;
// Written together with what follows, in terminals that support synchronized updates. Erases from the second row on and
// then the first, because some terminals copy a window that is erased from its first row into the scrollback.
const HOME = '\u001B[?2026h\u001B[2;1H\u001B[J\u001B[H\u001B[2K';

/**
 * Writes to the terminal: printed rows, which belong to the terminal from then on and scroll as usual, and one frame
 * below them, of which only changed rows are written, in one piece.
 *
 * Ink lays out and renders only the bottom of the frame: prompt, footer, panels. With `debug` it treats each frame as
 * independent, so it neither throttles nor erases. Everything else bypasses Ink, for three reasons measured with Ink 8:
 * a frame of 200 by 60 cells takes it 20 ms or more, longer than a key may take; `<Static>` costs the same for each
 * printed row; and a frame as tall as the window makes it clear the window, while heights are known only after layout.
 * Only a windowful of printed rows is kept.
 */
export class Canvas {
  /** For Ink. Its output becomes the bottom of the frame. */
  readonly stdout: NodeJS.WriteStream;
  readonly #terminal: NodeJS.WriteStream;
  readonly #resize = {
    timer: null as NodeJS.Timeout | null,
    listener: (): void => {
      this.#resized();
    },
  };
  #parts: Parts = EMPTY_PARTS;
  #printed: { readonly tail: PrintedTail; readonly waiting: readonly Block[] } = { tail: EMPTY_TAIL, waiting: [] };
  #shown: { readonly frame: Frame; readonly size: Size };
  #isLent = false;
  #isGathering = false;

  constructor(terminal: NodeJS.WriteStream) {
    this.#terminal = terminal;
    this.#shown = { frame: EMPTY_FRAME, size: sizeOf(terminal) };
    this.stdout = interceptWrites(terminal, (text) => {
      this.#parts = { ...this.#parts, bottom: text.split('\n') };
      this.#paint();
    });
    terminal.write(HIDE_CURSOR);
    terminal.prependListener('resize', this.#resize.listener);
  }

  get width(): number {
    return sizeOf(this.#terminal).columns;
  }

  get rows(): number {
    return sizeOf(this.#terminal).rows;
  }

  /** Prints blocks and changes the live part, in one piece. */
  show({ printed = [], live }: { readonly printed?: readonly Block[]; readonly live?: LivePart }): void {
    if (live !== undefined) this.#parts = { ...this.#parts, live };
    if (printed.length > 0) this.#printed = { ...this.#printed, waiting: [...this.#printed.waiting, ...printed] };
    this.#paint();
  }

  /** Writes a change, and the Ink frame that follows from it, in one piece. */
  together(change: () => void): void {
    this.#isGathering = true;
    try {
      change();
    } finally {
      // React runs first, because the change scheduled its update.
      queueMicrotask(() => {
        this.#isGathering = false;
        this.#paint();
      });
    }
  }

  /** Sets the cursor from the next Ink frame on. */
  setCursor(cursor: BottomCursor | null): void {
    this.#parts = { ...this.#parts, cursor };
  }

  /** Forgets all printed rows and clears the window. Rows that have scrolled out stay. */
  clear(): void {
    this.#printed = { tail: EMPTY_TAIL, waiting: [] };
    this.#shown = { ...this.#shown, frame: EMPTY_FRAME };
    this.#paint({ begin: HOME, lines: [] });
  }

  /** Repaints everything visible: for another width or theme, or unfolded. */
  repaint(): void {
    if (this.#isHeld()) return;
    const { frame, size } = this.#shown;
    const now = sizeOf(this.#terminal);
    const before = this.#printed.tail;
    const seen = Math.max(size.rows, now.rows) - frame.lines.length;
    const all: string[] = [];
    let count = 0;
    let tail = EMPTY_TAIL;
    for (const { block, share } of sharesWithin(before, seen)) {
      const painted = block(now.columns);
      tail = addBlock(tail, block, painted.length);
      all.push(...painted);
      count += Math.ceil(painted.length * share);
    }
    // Rows above fill the space of content that became shorter. After a width change, the number of visible rows is
    // unknown.
    const room = now.columns === size.columns ? now.rows - frame.lines.length : 0;
    const lines = all.slice(Math.max(0, all.length - Math.max(count, room)));
    this.#shown = { frame: EMPTY_FRAME, size: now };
    this.#printed = { ...this.#printed, tail };
    this.#paint({ begin: toBegin({ frame, size, tail: before, now }), lines });
  }

  /** Lends the terminal to another program until it is done. */
  async lend<Result>(use: () => Promise<Result>): Promise<Result> {
    this.#terminal.write(clearFrame(this.#shown.frame) + SHOW_CURSOR);
    this.#shown = { ...this.#shown, frame: EMPTY_FRAME };
    this.#isLent = true;
    try {
      return await use();
    } finally {
      this.#isLent = false;
      this.#terminal.write(HIDE_CURSOR);
      this.#paint();
    }
  }

  /** Removes the frame. Printed rows stay. */
  close(): void {
    this.#terminal.off('resize', this.#resize.listener);
    if (this.#resize.timer !== null) clearTimeout(this.#resize.timer);
    this.#resize.timer = null;
    this.#parts = EMPTY_PARTS;
    this.#paint();
    this.#terminal.write(clearFrame(this.#shown.frame) + SHOW_CURSOR);
    this.#isLent = true;
  }

  #isHeld(): boolean {
    return this.#isLent || this.#isGathering || this.#resize.timer !== null;
  }

  /** Writes `begin` first, and prints `lines` again. */
  #paint(again: { readonly begin: string; readonly lines: Lines } = { begin: '', lines: [] }): void {
    if (this.#isHeld()) return;
    const { size } = this.#shown;
    const lines = [...again.lines];
    let { tail } = this.#printed;
    for (const block of this.#printed.waiting) {
      const rows = block(size.columns);
      tail = addBlock(tail, block, rows.length);
      lines.push(...rows);
    }
    this.#printed = { tail, waiting: [] };
    const next = this.#compose(size);
    const written = again.begin + paintFrame(this.#shown.frame, next, lines);
    this.#shown = { frame: next, size };
    if (written !== '') this.#terminal.write(written);
  }

  #compose({ columns, rows }: Size): Frame {
    const bottom = this.#parts.bottom.slice(-Math.max(1, rows - 1));
    const live = this.#parts.live({ width: columns, rows: Math.max(0, rows - 1 - bottom.length) });
    const lines = [...live, ...bottom];
    const { cursor } = this.#parts;
    if (cursor === null || cursor.above >= lines.length) return { lines, cursor: null };
    const column = Math.min(cursor.column, columns - 1);
    return { lines, cursor: { row: lines.length - 1 - cursor.above, column } };
  }

  #resized(): void {
    if (this.#resize.timer !== null) clearTimeout(this.#resize.timer);
    this.#resize.timer = setTimeout(() => {
      this.#resize.timer = null;
      this.#settle();
    }, RESIZE_MS);
  }

  /** With the same width, printed rows stay in place, and only the frame gets more or less room. */
  #settle(): void {
    const now = sizeOf(this.#terminal);
    const { frame, size } = this.#shown;
    if (now.columns !== size.columns || frame.lines.length >= now.rows) {
      this.repaint();
      return;
    }
    // A window that loses rows may drop those below the cursor, so all rows are rewritten.
    this.#shown = { frame: { ...frame, lines: frame.lines.map(() => UNKNOWN) }, size: now };
    this.#paint();
  }
}

const UNKNOWN = '\u0000';

function sizeOf({ columns, rows }: NodeJS.WriteStream): Size {
  return { columns: Math.max(20, columns || 80), rows: Math.max(5, rows || 24) };
}

/**
 * Moves to where a full repaint begins: the first row of the window if Bowline fills it, otherwise Bowline's own first
 * row, below the output of other programs. Terminals rewrap rows that have become too wide.
 */
function toBegin(then: { frame: Frame; size: Size; tail: PrintedTail; now: Size }): string {
  const { frame, size, tail, now } = then;
  if (tail.rows + frame.lines.length >= Math.min(size.rows, now.rows)) return HOME;
  const printed = tail.blocks.flatMap(({ block }) => block(size.columns));
  const above = frame.lines.slice(0, frame.cursor?.row ?? frame.lines.length - 1);
  const rows = [...printed, ...above].reduce(
    (sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / now.columns)),
    Math.floor((frame.cursor?.column ?? 0) / now.columns),
  );
  return rows >= now.rows ? HOME : clearFrame({ lines: Array.from({ length: rows + 1 }, () => ''), cursor: null });
}
