import { EventEmitter } from 'node:events';
import xterm from '@xterm/headless';
import { afterEach, expect, it, vi } from 'vitest';
import { Canvas } from './canvas.ts';
import { clipLive } from '../screen/printer.ts';
import type { Block } from './printed-tail.ts';
import { createTheme } from '../paint/theme/create-theme.ts';

const theme = createTheme('plain', { colours: 0 });

/** A terminal that records what the canvas writes. */
class FakeTerminal extends EventEmitter {
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
    this.#screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 500 });
  }

  write(text: string, done?: () => void): boolean {
    this.count += 1;
    this.#written = new Promise((resolve) => {
      this.#screen.write(text, resolve);
    });
    done?.();
    return true;
  }

  resize(columns: number, rows: number): void {
    this.#screen.resize(columns, rows);
    [this.columns, this.rows] = [columns, rows];
    this.emit('resize');
  }

  async all(): Promise<readonly string[]> {
    await this.#written;
    const { active } = this.#screen.buffer;
    const lines = Array.from({ length: active.length }, (_, n) => active.getLine(n)?.translateToString(true).trimEnd());
    return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1).map((line) => line ?? '');
  }

  async window(): Promise<readonly string[]> {
    const { active } = this.#screen.buffer;
    const all = await this.all();
    return all.slice(active.baseY);
  }
}

let canvas: Canvas | null = null;
afterEach(() => {
  canvas?.close();
  vi.useRealTimers();
});

function open(terminal: FakeTerminal): Canvas {
  canvas = new Canvas(terminal as never);
  return canvas;
}

/** Until the size of the window has been stable for long enough. */
const rested = (): Promise<unknown> => vi.advanceTimersByTimeAsync(80);
const lines =
  (count: number, name: string): Block =>
  () =>
    Array.from({ length: count }, (_, n) => `${name}${n}`);

it("prints once, keeps live rows below, and Ink's output at the bottom", async () => {
  const terminal = new FakeTerminal();
  const it = open(terminal);
  it.stdout.write('prompt\nfooter');
  it.show({ printed: [lines(2, 'a')], live: () => ['live'] });
  expect(await terminal.all()).toEqual(['a0', 'a1', 'live', 'prompt', 'footer']);
  it.show({ printed: [lines(9, 'b')], live: () => [] });
  expect(await terminal.all()).toEqual(['a0', 'a1', ...lines(9, 'b')(0), 'prompt', 'footer']);
});

it('writes related changes in one piece', async () => {
  const terminal = new FakeTerminal();
  const it = open(terminal);
  it.stdout.write('question');
  const before = terminal.count;
  it.together(() => {
    it.show({ printed: [lines(1, 'answer')] });
    queueMicrotask(() => it.stdout.write('prompt'));
  });
  await Promise.resolve();
  await Promise.resolve();
  expect(terminal.count).toBe(before + 1);
  expect(await terminal.all()).toEqual(['answer0', 'prompt']);
});

it('writes nothing if nothing has changed', () => {
  const terminal = new FakeTerminal();
  const it = open(terminal);
  it.stdout.write('prompt');
  const before = terminal.count;
  it.stdout.write('prompt');
  it.show({});
  expect(terminal.count).toBe(before);
});

it('never fills the window with live rows', async () => {
  const terminal = new FakeTerminal(20, 8);
  const it = open(terminal);
  it.stdout.write('prompt\nfooter');
  for (let count = 1; count < 30; count += 1) {
    it.show({ live: ({ rows }) => clipLive(lines(count, 'l')(0), rows, { theme }) });
    expect((await terminal.all()).length).toBeLessThan(8);
  }
  expect(await terminal.all()).toEqual(['… 25 rows above', 'l25', 'l26', 'l27', 'l28', 'prompt', 'footer']);
});

it('passes on keyboard mode sequences', async () => {
  const terminal = new FakeTerminal();
  const it = open(terminal);
  const before = terminal.count;
  it.stdout.write('\u001B[?2004h');
  expect(terminal.count).toBe(before + 1);
  expect(await terminal.all()).toEqual([]);
});

it('repaints visible rows for another width, and leaves those that have scrolled away', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const terminal = new FakeTerminal(30, 8);
  const it = open(terminal);
  const wide: Block = (width) => [`${width} cells wide`];
  it.show({ printed: [lines(10, 'old'), wide] });
  it.stdout.write('prompt');
  terminal.resize(25, 8);
  await rested();
  const window = await terminal.window();
  expect(window.slice(-2)).toEqual(['25 cells wide', 'prompt']);
  expect((await terminal.all()).slice(0, 3)).toEqual(['old0', 'old1', 'old2']);
});

it('shows the rows above an item that is folded again', async () => {
  const terminal = new FakeTerminal(20, 8);
  const it = open(terminal);
  let isFolded = false;
  it.show({ printed: [lines(3, 'before'), (width) => lines(isFolded ? 2 : 30, 'long')(width)] });
  it.stdout.write('prompt');
  isFolded = true;
  it.repaint();
  expect(await terminal.window()).toEqual(['before0', 'before1', 'before2', 'long0', 'long1', 'prompt']);
});

it('loses nothing that is printed while the window is resized', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const terminal = new FakeTerminal(20, 8);
  const it = open(terminal);
  it.stdout.write('prompt');
  terminal.resize(18, 9);
  it.show({ printed: [lines(1, 'meanwhile')] });
  await rested();
  expect(await terminal.all()).toEqual(['meanwhile0', 'prompt']);
});

it('lends the whole terminal, and takes it back with output printed meanwhile', async () => {
  const terminal = new FakeTerminal();
  const it = open(terminal);
  it.stdout.write('prompt');
  await it.lend(async () => {
    expect(await terminal.all()).toEqual([]);
    it.show({ printed: [lines(1, 'meanwhile')] });
    terminal.write('editor\r\n');
  });
  expect(await terminal.all()).toEqual(['editor', 'meanwhile0', 'prompt']);
});

it('leaves only printed rows behind', async () => {
  const terminal = new FakeTerminal();
  const it = open(terminal);
  it.show({ printed: [lines(2, 'a')], live: () => ['live'] });
  it.stdout.write('prompt');
  it.close();
  expect(await terminal.all()).toEqual(['a0', 'a1']);
});
