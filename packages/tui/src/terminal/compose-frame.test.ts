import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeCovering, composePushed, raise, type Bottom, type LivePart, type Size } from './compose-frame.ts';
import type { Frame } from './paint-frame.ts';

const size: Size = { columns: 20, rows: 10 };
const bottom = (...lines: readonly string[]): Bottom => ({ lines, cursor: null, covers: false });
const live =
  (...lines: readonly string[]): LivePart =>
  () =>
    lines;
const frame = (...lines: readonly string[]): Frame => ({ lines, cursor: null });
const printed = Array.from({ length: 20 }, (_, n) => `p${n}`);
const lastPrinted = (count: number): readonly string[] => (count === 0 ? [] : printed.slice(-count));

describe('a frame below printed rows', () => {
  it('has the live rows above the bottom', () => {
    const parts = { bottom: bottom('prompt', 'status'), live: live('a', 'b'), size };
    expect(composePushed(parts, 0).frame).toEqual(frame('a', 'b', 'prompt', 'status'));
  });

  it('leaves a gap between them if it was higher', () => {
    const parts = { bottom: bottom('prompt', 'status'), live: live('a'), size };
    expect(composePushed(parts, 5).frame).toEqual(frame('a', '', '', 'prompt', 'status'));
  });

  it('tells the live part how many rows are left, and keeps one of the window for printing', () => {
    const rooms: unknown[] = [];
    const part: LivePart = (room) => {
      rooms.push(room);
      return [];
    };
    expect(composePushed({ bottom: bottom('a', 'b', 'c'), live: part, size }, 99).frame.lines).toHaveLength(9);
    expect(rooms).toEqual([{ width: 20, rows: 6 }]);
    expect(composePushed({ bottom: bottom('a', 'b', 'c'), live: part, size }, 0).liveRoom).toBe(6);
  });

  it('shows the end of a bottom that is higher than the window', () => {
    const lines = Array.from({ length: 15 }, (_, n) => `b${n}`);
    expect(composePushed({ bottom: bottom(...lines), live: live(), size }, 0).frame).toEqual(frame(...lines.slice(6)));
  });

  it('counts the cursor from the last row, and keeps it in the window', () => {
    const at = (above: number, column: number) => {
      const dock = { lines: ['a', 'b', 'c'], cursor: { above, column }, covers: false };
      return composePushed({ bottom: dock, live: live('l'), size }, 0).frame.cursor;
    };
    expect(at(0, 3)).toEqual({ row: 3, column: 3 });
    expect(at(2, 0)).toEqual({ row: 1, column: 0 });
    expect(at(1, 50)).toEqual({ row: 2, column: 19 });
    expect(at(9, 0)).toBeNull();
  });

  it('is never lower than asked for, nor as high as the window', () => {
    const count = fc.integer({ min: 0, max: 15 });
    fc.assert(
      fc.property(count, count, fc.integer({ min: -5, max: 20 }), (above, below, least) => {
        const rows = Array.from({ length: below + 1 }, (_, n) => `b${n}`);
        const part: LivePart = (room) => Array.from({ length: Math.min(above, room.rows) }, (_, n) => `l${n}`);
        const { lines } = composePushed({ bottom: bottom(...rows), live: part, size }, least).frame;
        expect(lines.length).toBeGreaterThanOrEqual(Math.min(least, 9));
        expect(lines.length).toBeLessThan(10);
        expect(lines.slice(-Math.min(9, rows.length))).toEqual(rows.slice(-9));
      }),
    );
  });
});

describe('a frame with a panel', () => {
  const LIVE_ROOM = 5;
  const compose = (
    lines: readonly string[],
    before: { readonly height: number; readonly covered: number },
    more: { readonly live?: LivePart; readonly printedRows?: number } = {},
  ) =>
    composeCovering(
      {
        bottom: { ...bottom(...lines), covers: true },
        live: more.live ?? live(),
        size,
        lastPrinted,
        printedRows: 20,
        ...more,
      },
      {
        frame: frame(...Array.from({ length: before.height }, () => 'old')),
        covered: before.covered,
        liveRoom: LIVE_ROOM,
      },
    );

  it('covers as many printed rows as it needs', () => {
    expect(compose(['t', 'a', 'b', 's'], { height: 2, covered: 0 })).toEqual({
      frame: frame('t', 'a', 'b', 's'),
      covered: 2,
      liveRoom: LIVE_ROOM,
    });
  });

  it('covers live rows first', () => {
    expect(compose(['t', 'a', 's'], { height: 4, covered: 0 }, { live: live('l0', 'l1') })).toEqual({
      frame: frame('l0', 't', 'a', 's'),
      covered: 0,
      liveRoom: LIVE_ROOM,
    });
  });

  it('shows rows again that it no longer covers', () => {
    expect(compose(['t', 's'], { height: 5, covered: 3 })).toEqual({
      frame: frame('p17', 'p18', 'p19', 't', 's'),
      covered: 3,
      liveRoom: LIVE_ROOM,
    });
  });

  it('leaves a row of the window, and covers no rows of other programs', () => {
    const high = Array.from({ length: 15 }, (_, n) => `b${n}`);
    expect(compose(high, { height: 3, covered: 0 })).toEqual({
      frame: frame(...high.slice(6)),
      covered: 6,
      liveRoom: LIVE_ROOM,
    });
    expect(compose(['t', 'a', 'b', 's'], { height: 2, covered: 0 }, { printedRows: 1 })).toEqual({
      frame: frame('t', 'a', 'b', 's'),
      covered: 1,
      liveRoom: LIVE_ROOM,
    });
  });

  it('gives the live part the room that it has without the panel, so that its rows do not change', () => {
    const rooms: unknown[] = [];
    const part: LivePart = (room) => {
      rooms.push(room);
      return [];
    };
    compose(['t', 'a', 's'], { height: 4, covered: 0 }, { live: part });
    expect(rooms).toEqual([{ width: 20, rows: LIVE_ROOM }]);
  });

  it('is never lower than before, and covers no fewer rows', () => {
    const heights = fc.record({
      below: fc.integer({ min: 1, max: 12 }),
      height: fc.integer({ min: 1, max: 9 }),
      covered: fc.nat(5),
      alive: fc.nat(5),
    });
    fc.assert(
      fc.property(heights, ({ below, height, covered, alive }) => {
        fc.pre(covered <= height);
        const rows = Array.from({ length: below }, (_, n) => `b${n}`);
        const next = compose(rows, { height, covered }, { live: () => Array.from({ length: alive }, () => 'l') });
        expect(next.covered).toBeGreaterThanOrEqual(covered);
        expect(next.frame.lines).toHaveLength(height + next.covered - covered);
        expect(next.frame.lines.slice(-Math.min(9, below))).toEqual(rows.slice(-9));
      }),
    );
  });
});

it('raises a frame by rows above it, with its cursor', () => {
  expect(raise({ lines: ['a'], cursor: { row: 0, column: 2 } }, ['x', 'y'])).toEqual({
    lines: ['x', 'y', 'a'],
    cursor: { row: 2, column: 2 },
  });
  expect(raise(frame('a'), [])).toEqual(frame('a'));
});
