import { afterEach, describe, expect, it, vi } from 'vitest';
import { CanvasTerminal, closeCanvases, dock, numbered, openCanvas, panel } from '../../../../tests/tui/open-canvas.ts';
import { clipLive } from '../screen/printer.ts';
import type { Block } from './printed-tail.ts';
import { createTheme } from '../paint/theme/create-theme.ts';

const theme = createTheme('plain', { colours: 0 });

afterEach(() => {
  closeCanvases();
  vi.useRealTimers();
});

/** Until the size of the window has been stable for long enough. */
const rested = (): Promise<unknown> => vi.advanceTimersByTimeAsync(80);
const fakeTimers = (): unknown => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
const rowsOf = (count: number, name: string): readonly string[] => numbered(count, name)(0);

it('prints once, keeps live rows below, and the dock at the bottom', async () => {
  const terminal = new CanvasTerminal();
  const it = openCanvas(terminal);
  it.show({ bottom: dock('prompt', 'status') });
  it.show({ printed: [numbered(2, 'a')], live: () => ['live'] });
  expect(await terminal.all()).toEqual(['a0', 'a1', 'live', 'prompt', 'status']);
  it.show({ printed: [numbered(9, 'b')], live: () => [] });
  expect(await terminal.all()).toEqual(['a0', 'a1', ...rowsOf(9, 'b'), 'prompt', 'status']);
});

it('writes related changes in one piece', async () => {
  const terminal = new CanvasTerminal();
  const it = openCanvas(terminal);
  it.show({ bottom: dock('question') });
  const before = terminal.count;
  it.together(() => {
    it.show({ printed: [numbered(1, 'answer')] });
    queueMicrotask(() => {
      it.show({ bottom: dock('prompt') });
    });
  });
  await Promise.resolve();
  await Promise.resolve();
  expect(terminal.count).toBe(before + 1);
  expect(await terminal.all()).toEqual(['answer0', 'prompt']);
});

it('writes nothing if nothing has changed', () => {
  const terminal = new CanvasTerminal();
  const it = openCanvas(terminal);
  it.show({ bottom: dock('prompt') });
  const before = terminal.count;
  it.show({ bottom: dock('prompt') });
  it.show({});
  expect(terminal.count).toBe(before);
});

it('never fills the window with live rows', async () => {
  const terminal = new CanvasTerminal(20, 8);
  const it = openCanvas(terminal);
  it.show({ bottom: dock('prompt', 'status') });
  for (let count = 1; count < 30; count += 1) {
    it.show({ live: ({ rows }) => clipLive(rowsOf(count, 'l'), rows, { theme }) });
    expect((await terminal.all()).length).toBeLessThan(8);
  }
  expect(await terminal.all()).toEqual(['… 25 rows above', 'l25', 'l26', 'l27', 'l28', 'prompt', 'status']);
});

it('passes on keyboard mode sequences, and drops what Ink renders', async () => {
  const terminal = new CanvasTerminal();
  const it = openCanvas(terminal);
  const before = terminal.count;
  it.stdout.write('\u001B[?2004h');
  expect(terminal.count).toBe(before + 1);
  it.stdout.write('rendered\u001B[?2004h');
  expect(terminal.count).toBe(before + 1);
  expect(await terminal.all()).toEqual([]);
});

it('places the cursor in the dock, or hides it', async () => {
  const terminal = new CanvasTerminal();
  const it = openCanvas(terminal);
  const lines = ['top', 'prompt', 'status'];
  it.show({ printed: [numbered(2, 'a')], bottom: () => ({ lines, cursor: { above: 1, column: 4 }, covers: false }) });
  expect(await terminal.cursor()).toEqual({ row: 3, column: 4 });
  it.show({ bottom: () => ({ lines, cursor: { above: 0, column: 90 }, covers: false }) });
  expect(await terminal.cursor()).toEqual({ row: 4, column: 19 });
});

it('writes only ASCII if the terminal has nothing else', async () => {
  const terminal = new CanvasTerminal();
  const it = openCanvas(terminal, { isAscii: true });
  it.show({ bottom: dock('╰─ ❯'), live: () => ['✓ live'], printed: [() => ['✗ failed']] });
  expect((await terminal.all()).join('\n')).toMatch(/^[\n -~]+$/);
});

it('repaints visible rows for another width, and leaves those that have scrolled away', async () => {
  fakeTimers();
  const terminal = new CanvasTerminal(30, 8);
  const it = openCanvas(terminal);
  const wide: Block = (width) => [`${width} cells wide`];
  it.show({ printed: [numbered(10, 'old'), wide] });
  it.show({ bottom: dock('prompt') });
  await terminal.resize(25, 8);
  await rested();
  const window = await terminal.window();
  expect(window.slice(-2)).toEqual(['25 cells wide', 'prompt']);
  expect((await terminal.all()).slice(0, 3)).toEqual(['old0', 'old1', 'old2']);
});

it('shows the rows above an item that has become shorter', async () => {
  const terminal = new CanvasTerminal(20, 8);
  const it = openCanvas(terminal);
  let isFolded = false;
  it.show({ printed: [numbered(3, 'before'), (width) => numbered(isFolded ? 2 : 30, 'long')(width)] });
  it.show({ bottom: dock('prompt') });
  isFolded = true;
  it.repaint();
  const gap = ['', ''];
  expect(await terminal.window()).toEqual(['before0', 'before1', 'before2', 'long0', 'long1', ...gap, 'prompt']);
});

it('loses nothing that is printed while the window is resized', async () => {
  fakeTimers();
  const terminal = new CanvasTerminal(20, 8);
  const it = openCanvas(terminal);
  it.show({ bottom: dock('prompt') });
  await terminal.resize(18, 9);
  it.show({ printed: [numbered(1, 'meanwhile')] });
  await rested();
  expect(await terminal.all()).toEqual(['meanwhile0', 'prompt']);
});

it('clears the window, and leaves rows that have scrolled away', async () => {
  const terminal = new CanvasTerminal(20, 8);
  const it = openCanvas(terminal);
  it.show({ bottom: dock('prompt', 'status'), printed: [numbered(10, 'old')] });
  it.clear();
  it.show({ printed: [numbered(1, 'new')] });
  expect(await terminal.all()).toEqual([...rowsOf(4, 'old'), 'new0', 'prompt', 'status']);
});

it('clears the window together with other changes', async () => {
  const terminal = new CanvasTerminal(20, 8);
  const it = openCanvas(terminal);
  it.show({ bottom: dock('prompt', 'status'), printed: [numbered(3, 'old')] });
  it.together(() => {
    it.clear();
    it.show({ printed: [numbered(1, 'new')] });
  });
  await Promise.resolve();
  await Promise.resolve();
  expect(await terminal.all()).toEqual(['new0', 'prompt', 'status']);
});

it('leaves only printed rows behind', async () => {
  const terminal = new CanvasTerminal();
  const it = openCanvas(terminal);
  it.show({ printed: [numbered(2, 'a')], live: () => ['live'] });
  it.show({ bottom: dock('prompt') });
  it.close();
  expect(await terminal.all()).toEqual(['a0', 'a1']);
});

describe('the last row', () => {
  it('stays where it is: a gap above the dock is filled by later output', async () => {
    const terminal = new CanvasTerminal(20, 10);
    const it = openCanvas(terminal);
    it.show({ bottom: dock('question', 'yes', 'no', 'status'), printed: [numbered(9, 'a')] });
    it.show({ bottom: dock('prompt', 'status') });
    expect(await terminal.window()).toEqual([...rowsOf(9, 'a').slice(3), '', '', 'prompt', 'status']);
    it.show({ printed: [numbered(1, 'b')], live: () => [] });
    expect(await terminal.window()).toEqual([...rowsOf(9, 'a').slice(3), 'b0', '', 'prompt', 'status']);
    it.show({ live: () => ['live'] });
    expect(await terminal.window()).toEqual([...rowsOf(9, 'a').slice(3), 'b0', 'live', 'prompt', 'status']);
    it.show({ printed: [numbered(2, 'c')], live: () => [] });
    expect(await terminal.window()).toEqual([...rowsOf(9, 'a').slice(4), 'b0', 'c0', 'c1', 'prompt', 'status']);
  });

  it('stays where it is when a window that is not full is repainted', async () => {
    const terminal = new CanvasTerminal(20, 10);
    const it = openCanvas(terminal);
    it.show({ bottom: dock('question', 'yes', 'no', 'status'), printed: [numbered(2, 'a')] });
    it.show({ bottom: dock('prompt', 'status') });
    it.repaint();
    expect(await terminal.window()).toEqual(['a0', 'a1', '', '', 'prompt', 'status']);
  });

  it('stays at the end of a window that gets higher or lower', async () => {
    fakeTimers();
    const terminal = new CanvasTerminal(20, 8);
    const it = openCanvas(terminal);
    it.show({ bottom: dock('prompt', 'status'), printed: [numbered(20, 'a')] });
    for (const rows of [12, 7, 9]) {
      await terminal.resize(20, rows);
      await rested();
      const window = await terminal.window();
      expect(window).toHaveLength(rows);
      expect(window.slice(-2)).toEqual(['prompt', 'status']);
    }
  });
});

describe('a panel', () => {
  const open = (): { readonly terminal: CanvasTerminal; readonly it: ReturnType<typeof openCanvas> } => {
    const terminal = new CanvasTerminal(20, 8);
    const it = openCanvas(terminal);
    it.show({ bottom: dock('prompt', 'status'), printed: [numbered(20, 'a')] });
    return { terminal, it };
  };
  const above = rowsOf(20, 'a').slice(14);

  it('is painted over printed rows, which are there again when it is closed', async () => {
    const { terminal, it } = open();
    it.show({ bottom: panel('title', 'one', 'two', 'status') });
    expect(await terminal.window()).toEqual([...above.slice(0, 4), 'title', 'one', 'two', 'status']);
    it.show({ bottom: panel('title', 'one', 'two', 'three', 'status') });
    expect(await terminal.window()).toEqual([...above.slice(0, 3), 'title', 'one', 'two', 'three', 'status']);
    it.show({ bottom: panel('title', 'status') });
    expect(await terminal.window()).toEqual([...above, 'title', 'status']);
    it.show({ bottom: dock('prompt', 'status') });
    expect(await terminal.all()).toEqual([...rowsOf(20, 'a'), 'prompt', 'status']);
  });

  it('holds back what is printed until it is closed', async () => {
    const { terminal, it } = open();
    it.show({ bottom: panel('title', 'one', 'two', 'status') });
    const before = await terminal.all();
    it.show({ printed: [numbered(1, 'b')] });
    it.show({ printed: [numbered(1, 'c')] });
    expect(await terminal.all()).toEqual(before);
    it.show({ bottom: dock('prompt', 'status') });
    expect(await terminal.all()).toEqual([...rowsOf(20, 'a'), 'b0', 'c0', 'prompt', 'status']);
  });

  it('changes nothing above it if live rows are cut', async () => {
    const { terminal, it } = open();
    it.show({ live: ({ rows }) => clipLive(rowsOf(9, 'l'), rows, { theme }) });
    const before = await terminal.window();
    it.show({ bottom: panel('title', 'one', 'two', 'status') });
    expect((await terminal.window()).slice(0, 4)).toEqual(before.slice(0, 4));
    it.show({ bottom: dock('prompt', 'status') });
    expect(await terminal.window()).toEqual(before);
  });

  it('that is open at the end leaves every printed row behind', async () => {
    const { terminal, it } = open();
    it.show({ bottom: panel('title', 'one', 'two', 'status') });
    it.show({ printed: [numbered(1, 'b')] });
    it.close();
    expect(await terminal.all()).toEqual([...rowsOf(20, 'a'), 'b0']);
  });

  it('that is open when the screen ends during a change leaves every printed row behind', async () => {
    const { terminal, it } = open();
    it.show({ bottom: panel('title', 'one', 'two', 'status') });
    it.show({ printed: [numbered(1, 'b')] });
    it.together(() => undefined);
    it.close();
    expect(await terminal.all()).toEqual([...rowsOf(20, 'a'), 'b0']);
  });
});

describe('lending the terminal', () => {
  it('gives it whole, and takes it back with output printed meanwhile', async () => {
    const terminal = new CanvasTerminal();
    const it = openCanvas(terminal);
    it.show({ bottom: dock('prompt') });
    await it.lend(async () => {
      expect(await terminal.all()).toEqual([]);
      it.show({ printed: [numbered(1, 'meanwhile')] });
      terminal.write('editor\r\n');
    });
    expect(await terminal.all()).toEqual(['editor', 'meanwhile0', 'prompt']);
  });

  it('shows the rows under an open panel, and the panel again afterwards', async () => {
    const terminal = new CanvasTerminal(20, 8);
    const it = openCanvas(terminal);
    it.show({ bottom: dock('prompt', 'status'), printed: [numbered(20, 'a')] });
    it.show({ bottom: panel('title', 'one', 'two', 'status') });
    await it.lend(async () => {
      expect(await terminal.all()).toEqual(rowsOf(20, 'a'));
    });
    // It covers nothing now, because another program may have written above it.
    expect(await terminal.all()).toEqual([...rowsOf(20, 'a'), 'title', 'one', 'two', 'status']);
    expect((await terminal.window()).at(-1)).toBe('status');
    it.show({ bottom: dock('prompt', 'status') });
    expect(await terminal.all()).toEqual([...rowsOf(20, 'a'), '', '', 'prompt', 'status']);
  });

  it('keeps the dock at the end of the window', async () => {
    const terminal = new CanvasTerminal(20, 8);
    const it = openCanvas(terminal);
    it.show({ bottom: dock('question', 'yes', 'no', 'status'), printed: [numbered(20, 'a')] });
    it.show({ bottom: dock('prompt', 'status') });
    const before = await terminal.window();
    await it.lend(async () => undefined);
    expect(await terminal.window()).toEqual(before);
  });

  it('keeps what the other program wrote, also under a panel', async () => {
    const terminal = new CanvasTerminal(20, 8);
    const it = openCanvas(terminal);
    it.show({ bottom: dock('prompt', 'status'), printed: [numbered(3, 'a')] });
    await it.lend(async () => void terminal.write('editor\r\n'));
    it.show({ bottom: panel('title', 'one', 'two', 'status') });
    it.show({ bottom: dock('prompt', 'status') });
    expect((await terminal.all()).filter((row) => row !== '')).toEqual([
      'a0',
      'a1',
      'a2',
      'editor',
      'prompt',
      'status',
    ]);
  });
});
