import { EventEmitter } from 'node:events';
import xterm from '@xterm/headless';
import { vi } from 'vitest';
import { Canvas } from '../../packages/tui/src/terminal/canvas.ts';
import type { BottomPart } from '../../packages/tui/src/terminal/compose-frame.ts';
import type { Block } from '../../packages/tui/src/terminal/printed-tail.ts';

/** A terminal that shows what the canvas writes. */
export class CanvasTerminal extends EventEmitter {
  columns: number;
  rows: number;
  readonly isTTY = true;
  readonly #screen: xterm.Terminal;
  #written: Promise<void> = Promise.resolve();
  count = 0;

  constructor(columns = 20, rows = 8) {
    super();
    this.columns = columns;
    this.rows = rows;
    this.#screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 2000 });
  }

  write(text: string, done?: () => void): boolean {
    this.count += 1;
    this.#written = new Promise((resolve) => {
      this.#screen.write(text, resolve);
    });
    done?.();
    return true;
  }

  /** What was written before is shown at the old size, as by a terminal. */
  async resize(columns: number, rows: number): Promise<void> {
    await this.resizeUntold(columns, rows);
    this.tell();
  }

  /** As a terminal that says it later. */
  async resizeUntold(columns: number, rows: number): Promise<void> {
    await this.#shown();
    this.#screen.resize(columns, rows);
  }

  /** Says the size of the window. */
  tell(): void {
    [this.columns, this.rows] = [this.#screen.cols, this.#screen.rows];
    this.emit('resize');
  }

  /** The rows that have scrolled out and those of the window, without empty ones at the end. */
  async all(): Promise<readonly string[]> {
    await this.#shown();
    const { active } = this.#screen.buffer;
    const lines = Array.from(
      { length: active.length },
      (_, n) => active.getLine(n)?.translateToString(true).trimEnd() ?? '',
    );
    return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
  }

  async window(): Promise<readonly string[]> {
    const all = await this.all();
    return all.slice(this.#screen.buffer.active.baseY);
  }

  /** The cursor within the window. */
  async cursor(): Promise<{ readonly row: number; readonly column: number }> {
    await this.#shown();
    const { active } = this.#screen.buffer;
    return { row: active.cursorY, column: active.cursorX };
  }

  /** The screen reads what is written on a timer, which a test may have stopped. */
  async #shown(): Promise<void> {
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(1);
    await this.#written;
  }
}

const open: Canvas[] = [];

export function openCanvas(terminal: CanvasTerminal, options?: { readonly isAscii?: boolean }): Canvas {
  const canvas = new Canvas(terminal as never, options);
  open.push(canvas);
  return canvas;
}

/** Closes all canvases. */
export function closeCanvases(): void {
  for (const canvas of open.splice(0)) canvas.close();
}

/** A block of numbered rows. */
export const numbered =
  (count: number, name: string): Block =>
  () =>
    Array.from({ length: count }, (_, n) => `${name}${n}`);

/** A dock of these rows, without a cursor. */
export const dock =
  (...lines: readonly string[]): BottomPart =>
  () => ({ lines, cursor: null, covers: false });

/** An open panel of these rows. */
export const panel =
  (...lines: readonly string[]): BottomPart =>
  () => ({ lines, cursor: null, covers: true });
