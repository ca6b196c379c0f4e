import xterm from '@xterm/headless';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clearFrame, EMPTY_FRAME, paintFrame, type Frame } from './paint-frame.ts';

interface Screen {
  readonly write: (text: string) => Promise<void>;
  readonly rows: () => readonly string[];
  readonly cursor: () => { readonly row: number; readonly column: number };
}

function openScreen(cols = 20, rows = 8): Screen {
  const terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true, scrollback: 1000 });
  const { active } = terminal.buffer;
  return {
    write: (text) =>
      new Promise((resolve) => {
        terminal.write(text, resolve);
      }),
    rows: () => {
      const lines = Array.from(
        { length: active.length },
        (_, n) => active.getLine(n)?.translateToString(true).trimEnd() ?? '',
      );
      return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
    },
    cursor: () => ({ row: active.baseY + active.cursorY, column: active.cursorX }),
  };
}

const frame = (...lines: readonly string[]): Frame => ({ lines, cursor: null });

it('writes nothing if nothing differs', () => {
  expect(paintFrame(frame('a', 'b'), frame('a', 'b'))).toBe('');
});

it('writes only the rows that differ', () => {
  const written = paintFrame(frame('first', 'second', 'third'), frame('first', 'other', 'third'));
  expect(written).toContain('other');
  expect(written).not.toMatch(/first|second|third/);
});

it('cuts a row that is too wide instead of pushing the others down', async () => {
  const screen = openScreen(5);
  await screen.write(paintFrame(EMPTY_FRAME, frame('123456789', 'ab')));
  expect(screen.rows().map((row) => row.slice(0, 4))).toEqual(['1234', 'ab']);
});

it('places the cursor, and continues from there', async () => {
  const screen = openScreen();
  const first: Frame = { lines: ['a', 'bcd', 'e'], cursor: { row: 1, column: 2 } };
  await screen.write(paintFrame(EMPTY_FRAME, first));
  expect(screen.cursor()).toEqual({ row: 1, column: 2 });
  const second: Frame = { ...first, cursor: { row: 2, column: 0 } };
  await screen.write(paintFrame(first, second));
  expect(screen.cursor()).toEqual({ row: 2, column: 0 });
  await screen.write(paintFrame(second, frame('x', 'y')));
  expect(screen.rows()).toEqual(['x', 'y']);
});

const rows = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '漢'), minLength: 0, maxLength: 9 }), {
  minLength: 1,
  maxLength: 7,
});
const steps = fc.array(fc.record({ lines: rows, printed: fc.array(fc.string({ unit: fc.constantFrom('x', 'y') })) }), {
  maxLength: 12,
});

it('shows all printed rows and the last frame, after any sequence of frames', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (drawn) => {
      const screen = openScreen();
      let before = EMPTY_FRAME;
      const printed: string[] = [];
      for (const step of drawn) {
        const next = frame(...step.lines);
        await screen.write(paintFrame(before, next, step.printed));
        printed.push(...step.printed);
        before = next;
      }
      const shown = [...printed, ...before.lines].map((line) => line.trimEnd());
      expect(screen.rows()).toEqual(shown.slice(0, shown.findLastIndex((line) => line !== '') + 1));
      await screen.write(clearFrame(before));
      expect(screen.rows()).toEqual(printed.slice(0, printed.findLastIndex((line) => line !== '') + 1));
    }),
    { numRuns: 60 },
  );
});
