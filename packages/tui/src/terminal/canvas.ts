import type { Lines } from '../paint/layout/view.ts';
import {
  composeCovering,
  composePushed,
  raise,
  type Bottom,
  type BottomPart,
  type LivePart,
  type Shown,
  type Size,
} from './compose-frame.ts';
import { countOwn, countWrapped } from './count-rows.ts';
import { interceptWrites } from './intercept-writes.ts';
import { clearFrame, EMPTY_FRAME, eraseFrom, HIDE_CURSOR, paintFrame, SHOW_CURSOR, SYNC_ON } from './paint-frame.ts';
import { toAscii } from './to-ascii.ts';
import {
  addBlock,
  EMPTY_TAIL,
  insertRows,
  lastRows,
  sharesWithin,
  splitTail,
  type Block,
  type PrintedTail,
} from './printed-tail.ts';

/** All parts of the frame. */
interface Parts {
  readonly live: LivePart;
  readonly bottom: BottomPart;
}

const NO_BOTTOM: Bottom = { lines: [''], cursor: null, covers: false };
const EMPTY_PARTS: Parts = { live: () => [], bottom: () => NO_BOTTOM };

/** How long a size must be stable before everything is repainted, because dragging a corner reports many sizes. */
const RESIZE_MS = 60;
/** How late a terminal says that it has wrapped its rows again: tmux collects sizes for a quarter of a second. */
const LATE_MS = 400;
// Erases from the second row on and then the first, because some terminals copy a window that is erased from its first
// row into the scrollback.
const HOME = '\u001B[2;1H\u001B[J\u001B[H\u001B[2K';

/**
 * Writes to the terminal: printed rows, which belong to the terminal from then on and scroll as usual, and one frame
 * below them, of which only changed rows are written, in one piece.
 *
 * A panel covers printed rows instead of moving them. They are kept, and painted again when it closes; what is printed
 * meanwhile waits. Ink only reads keys and runs React: a frame of 200 by 60 cells takes it 20 ms or more, longer than a
 * key may take, and a frame as tall as the window makes it clear the window.
 */
export class Canvas {
  /** For Ink. Sequences that set keyboard modes pass; it renders nothing else. */
  readonly stdout: NodeJS.WriteStream;
  readonly #terminal: NodeJS.WriteStream;
  readonly #encode: (row: string) => string;
  readonly #resize = {
    timer: null as NodeJS.Timeout | null,
    /** The lowest height since everything was painted. */
    lowest: Infinity,
    /** The frames of the last moments, the oldest first. */
    recent: [] as readonly { readonly at: number; readonly lines: Lines }[],
    listener: (): void => {
      this.#resized();
    },
  };
  #parts: Parts = EMPTY_PARTS;
  #printed: { readonly tail: PrintedTail; readonly waiting: readonly Block[] } = { tail: EMPTY_TAIL, waiting: [] };
  #shown: Shown & { readonly size: Size };
  #isLent = false;
  #isGathering = false;
  /** The frame has reached the last row of the window. */
  #isFull = false;
  /** The window must be cleared before anything is painted. */
  #isCleared = false;

  constructor(terminal: NodeJS.WriteStream, { isAscii = false }: { readonly isAscii?: boolean } = {}) {
    this.#terminal = terminal;
    this.#encode = isAscii ? toAscii : (row) => row;
    this.#shown = { ...NOTHING, size: sizeOf(terminal) };
    this.stdout = interceptWrites(terminal);
    terminal.write(HIDE_CURSOR);
    terminal.prependListener('resize', this.#resize.listener);
  }

  get width(): number {
    return sizeOf(this.#terminal).columns;
  }

  get rows(): number {
    return sizeOf(this.#terminal).rows;
  }

  /** Prints blocks and changes the other parts, in one piece. */
  show({ printed = [], ...parts }: { readonly printed?: readonly Block[] } & Partial<Parts>): void {
    this.#parts = { ...this.#parts, ...parts };
    if (printed.length > 0) this.#printed = { ...this.#printed, waiting: [...this.#printed.waiting, ...printed] };
    this.#paint();
  }

  /** Writes a change, and what React makes of it, in one piece. */
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

  /** Forgets all printed rows and clears the window. Rows that have scrolled out stay. */
  clear(): void {
    this.#printed = { tail: EMPTY_TAIL, waiting: [] };
    this.#shown = { ...this.#shown, ...NOTHING };
    this.#isCleared = true;
    this.#isFull = false;
    this.#paint();
  }

  /** Repaints everything visible: for another width or theme. */
  repaint(): void {
    if (this.#isHeld()) return;
    const { frame, covered, size } = this.#shown;
    const now = sizeOf(this.#terminal);
    const before = this.#printed.tail;
    const own = frame.lines.length - covered;
    const isSameWidth = now.columns === size.columns;
    const { above, within } = isSameWidth
      ? { above: EMPTY_TAIL, within: sharesWithin(before, Math.max(size.rows, now.rows) - own) }
      : splitTail(before, { width: now.columns, room: this.#roomAbove(now), covered });
    const all: string[] = [];
    let count = 0;
    let tail = above;
    for (const { block, share } of within) {
      const painted = block(now.columns).map(this.#encode);
      tail = addBlock(tail, block, painted);
      all.push(...painted);
      count += Math.ceil(painted.length * share);
    }
    // Rows above fill the space of content that became shorter.
    const room = isSameWidth ? now.rows - own : 0;
    const lines = all.slice(Math.max(0, all.length - Math.max(count, room)));
    const rows = countOwn({ frame, covered, tail: before, columns: now.columns });
    const isFilled = before.rows + own >= Math.min(size.rows, now.rows) || rows >= now.rows;
    // Not the whole window: a taller one also has rows of the scrollback, and may not have said how tall it is.
    const below = this.#countBelow(now);
    const begin = eraseFrom(Math.min(rows, now.rows - 1 - below));
    // Down to where its last row was wrapped to, which is the end of a full window.
    const least = this.#isFull ? Math.max(own, rows + 1 + below - lines.length) : own;
    this.#shown = { ...NOTHING, size: now };
    this.#printed = { ...this.#printed, tail };
    if (isFilled) this.#fillWindow(begin, lines);
    else this.#paint({ begin, lines, least: least + this.#gained(size, now) });
  }

  /**
   * The rows above the frame after the terminal has wrapped all rows again. It is rather too high than too low: a row that
   * is taken to be in the scrollback, and is not, would be lost.
   */
  #roomAbove(now: Size): number {
    const { lines, cursor } = this.#shown.frame;
    const end = (cursor?.row ?? lines.length - 1) + 1;
    return now.rows - this.#countWrapped(0, end, now) - this.#countBelow(now);
  }

  /**
   * The rows of the frame that are still below the cursor. A window that loses rows, if only for a moment, drops those
   * first; some terminals also do that for rows that were wrapped, as long as nothing has scrolled out.
   */
  #countBelow(now: Size): number {
    const { frame, covered, size } = this.#shown;
    const { lines, cursor } = frame;
    const { rows } = this.#printed.tail;
    // After the terminal was lent, the rows above are not known, and there may be any number of them.
    const isFirst = !this.#isFull || (rows > 0 && rows - covered + lines.length <= size.rows);
    if (cursor === null || isFirst) return 0;
    const lost = Math.max(0, size.rows - Math.min(now.rows, this.#resize.lowest));
    return this.#countWrapped(cursor.row + 1, lines.length - lost, now);
  }

  #countWrapped(from: number, to: number, { columns }: Size): number {
    return countWrapped(this.#shown.frame, { from, to, columns, recent: this.#recent().map(({ lines }) => lines) });
  }

  /** Lends the terminal to another program until it is done. */
  async lend<Result>(use: () => Promise<Result>): Promise<Result> {
    const { frame, covered } = this.#shown;
    this.#terminal.write(paintFrame(frame, EMPTY_FRAME, this.#lastPrinted(covered)) + SHOW_CURSOR);
    this.#shown = { ...this.#shown, ...NOTHING };
    // What lies above the frame afterwards is not known.
    this.#printed = { ...this.#printed, tail: EMPTY_TAIL };
    this.#isLent = true;
    try {
      return await use();
    } finally {
      this.#isLent = false;
      this.#terminal.write(HIDE_CURSOR);
      this.#paint({ begin: '', lines: [], least: frame.lines.length - covered });
    }
  }

  /** Removes the frame. Printed rows stay. */
  close(): void {
    this.#terminal.off('resize', this.#resize.listener);
    if (this.#resize.timer !== null) clearTimeout(this.#resize.timer);
    this.#resize.timer = null;
    this.#isGathering = false;
    this.#parts = EMPTY_PARTS;
    this.#paint();
    this.#terminal.write(clearFrame(this.#shown.frame) + SHOW_CURSOR);
    this.#isLent = true;
  }

  #isHeld(): boolean {
    return this.#isLent || this.#isGathering || this.#resize.timer !== null;
  }

  #paint(again?: Again): void {
    if (this.#isHeld()) return;
    if (this.#isCleared) {
      this.#isCleared = false;
      this.#paint({ begin: HOME, lines: [], least: 0 });
      return;
    }
    const { columns, rows } = this.#shown.size;
    const painted = this.#parts.bottom({ width: columns, rows });
    const bottom = { ...painted, lines: painted.lines.map(this.#encode) };
    const written = bottom.covers ? this.#toCovering(bottom, again) : this.#toPushed(bottom, again);
    this.#isFull ||= this.#printed.tail.rows + this.#shown.frame.lines.length - this.#shown.covered >= rows;
    if (again === undefined && written === '') return;
    this.#terminal.write((again === undefined || again.begin === '' ? '' : SYNC_ON + again.begin) + written);
    this.#resize.recent = [...this.#recent(), { at: performance.now(), lines: this.#shown.frame.lines }];
  }

  /** The frames since a terminal may have wrapped its rows without having said so, and the one before them. */
  #recent(): readonly { readonly at: number; readonly lines: Lines }[] {
    const { recent } = this.#resize;
    const since = performance.now() - LATE_MS;
    return recent.slice(
      Math.max(
        0,
        recent.findLastIndex(({ at }) => at < since),
      ),
    );
  }

  #toPushed(bottom: Bottom, again?: Again): string {
    const { frame, covered, size } = this.#shown;
    const lines = again?.begin === '' || again === undefined ? [...this.#lastPrinted(covered)] : [...again.lines];
    let { tail } = this.#printed;
    for (const block of this.#printed.waiting) {
      const rows = block(size.columns).map(this.#encode);
      tail = addBlock(tail, block, rows);
      lines.push(...rows);
    }
    this.#printed = { tail, waiting: [] };
    const least = again?.least ?? frame.lines.length - lines.length;
    const next = composePushed({ bottom, live: this.#live, size }, least);
    this.#shown = { ...next, size };
    return paintFrame(frame, next.frame, lines);
  }

  #toCovering(bottom: Bottom, again?: Again): string {
    const before = this.#shown;
    const { size } = before;
    const parts = {
      bottom,
      live: this.#live,
      size,
      lastPrinted: this.#lastPrinted,
      printedRows: this.#printed.tail.rows,
    };
    if (again !== undefined && again.begin !== '') {
      const next = composePushed(parts, again.least);
      const { lines } = next.frame;
      const covered = Math.max(0, Math.min(again.lines.length, again.lines.length + lines.length - size.rows));
      this.#shown = { ...next, covered, size };
      return paintFrame(EMPTY_FRAME, next.frame, again.lines.slice(0, again.lines.length - covered));
    }
    const height = Math.max(before.frame.lines.length, again?.least ?? 0);
    const next = composeCovering(parts, before, height);
    this.#shown = { ...next, size };
    const added = this.#lastPrinted(next.covered).slice(0, next.covered - before.covered);
    return paintFrame(raise(before.frame, added), next.frame);
  }

  readonly #live: LivePart = (room) => this.#parts.live(room).map(this.#encode);

  readonly #lastPrinted = (count: number): Lines => (count === 0 ? [] : lastRows(this.#printed.tail, count));

  #resized(): void {
    this.#resize.lowest = Math.min(this.#resize.lowest, sizeOf(this.#terminal).rows);
    if (this.#resize.timer !== null) clearTimeout(this.#resize.timer);
    this.#resize.timer = setTimeout(() => {
      this.#resize.timer = null;
      this.#settle();
      this.#resize.lowest = Infinity;
    }, RESIZE_MS);
  }

  /** With the same width, printed rows stay in place, and only the frame gets more or less room. */
  #settle(): void {
    const now = sizeOf(this.#terminal);
    const { frame, size } = this.#shown;
    if (now.columns !== size.columns) {
      this.repaint();
      return;
    }
    if (frame.lines.length >= now.rows) {
      this.#restart(now);
      return;
    }
    // A window that loses rows drops those below the cursor first, so all rows are rewritten. One that gains rows gets
    // them below the frame or above it; a taller frame reaches its last row either way.
    const lines: Lines = frame.lines.map(() => UNKNOWN);
    this.#shown = { ...this.#shown, frame: { ...frame, lines }, size: now };
    this.#paint({ begin: '', lines: [], least: frame.lines.length + this.#gained(size, now) });
  }

  /** How many rows a frame at the end of the window must grow to stay there. */
  #gained(size: Size, now: Size): number {
    return this.#isFull ? Math.max(0, now.rows - size.rows) : 0;
  }

  /** Paints the window to its last row. */
  #fillWindow(begin: string, lines: Lines): void {
    this.#isFull = true;
    // A frame is lower than the window. With nothing above it, its last row would not be at the end.
    const above = lines.length === 0 ? [''] : lines;
    if (lines.length === 0)
      this.#printed = { ...this.#printed, tail: addBlock(this.#printed.tail, () => above, above) };
    this.#paint({ begin, lines: above, least: this.#shown.size.rows - above.length });
  }

  /**
   * The frame no longer fits in the window. Erases from its first row that is not a printed one, counted from the cursor:
   * the window may have become taller again, with rows of the scrollback in it, without having said so.
   */
  #restart(now: Size): void {
    const { frame, covered } = this.#shown;
    const hidden = this.#lastPrinted(covered);
    const differs = hidden.findIndex((row, at) => frame.lines[at] !== row);
    const first = differs === -1 ? covered : differs;
    const lines = hidden.slice(first);
    // The terminal keeps the row of the cursor. Rows of the frame that have scrolled out stay as they are.
    const cursor = frame.cursor?.row ?? frame.lines.length - 1;
    const out = frame.lines.slice(first, Math.max(first, cursor - now.rows + 1));
    // A frame is lower than the window. With nothing above it, its last row would not be at the end.
    const isFirst = lines.length === 0 && (cursor - first >= now.rows - 1 || this.#printed.tail.rows === 0);
    const above = isFirst ? [''] : lines;
    const tail = insertRows(this.#printed.tail, lines.length, isFirst ? [...out, ''] : out);
    this.#shown = { ...NOTHING, size: now };
    this.#printed = { ...this.#printed, tail };
    this.#isFull = true;
    this.#paint({ begin: clearFrame(frame, first), lines: above, least: now.rows - 1 });
  }
}

/** What is written again: `begin` first, then printed rows. The frame then has at least `least` rows. */
interface Again {
  /** Empty: the frame is rewritten where it is. */
  readonly begin: string;
  readonly lines: Lines;
  readonly least: number;
}

const UNKNOWN = '\u0000';
const NOTHING: Shown = { frame: EMPTY_FRAME, covered: 0, liveRoom: 0 };

function sizeOf({ columns, rows }: NodeJS.WriteStream): Size {
  return { columns: Math.max(20, columns || 80), rows: Math.max(5, rows || 24) };
}
