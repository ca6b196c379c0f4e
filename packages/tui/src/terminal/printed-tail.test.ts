import { expect, it } from 'vitest';
import { addBlock, EMPTY_TAIL, lastRows, splitTail, type PrintedTail } from './printed-tail.ts';

const tailOf = (...blocks: readonly (readonly string[])[]): PrintedTail =>
  blocks.reduce((tail, lines) => addBlock(tail, () => lines, lines), EMPTY_TAIL);

/** The rows above the window and those in it, once the terminal has wrapped them at ten cells. */
function split(tail: PrintedTail, room: number, covered = 0) {
  const { above, within } = splitTail(tail, { width: 10, room, covered });
  return [lastRows(above, 99), within.flatMap(({ block }) => block(10))];
}

const WIDE = 'abcdefghijklmnopqrstuvwxy';

it('splits blocks where the window begins', () => {
  const tail = tailOf(['one', 'two'], ['three']);
  expect(split(tail, 9)).toEqual([[], ['one', 'two', 'three']]);
  expect(split(tail, 2)).toEqual([['one'], ['two', 'three']]);
  expect(split(tail, 1)).toEqual([['one', 'two'], ['three']]);
  expect(split(tail, 0)).toEqual([['one', 'two', 'three'], []]);
  expect(split(tail, -3)).toEqual([['one', 'two', 'three'], []]);
});

it('counts the rows that a terminal makes of a wide one, and cuts it where the window begins', () => {
  const tail = tailOf([WIDE, 'end']);
  expect(split(tail, 4)).toEqual([[], [WIDE, 'end']]);
  expect(split(tail, 3)).toEqual([['abcdefghij'], ['klmnopqrst', 'uvwxy', 'end']]);
  expect(split(tail, 2)).toEqual([['abcdefghijklmnopqrst'], ['uvwxy', 'end']]);
});

it('keeps rows that a panel covers, because they are nowhere else', () => {
  const tail = tailOf(['one', 'two'], ['three', 'four']);
  expect(split(tail, 0, 3)).toEqual([['one'], ['two', 'three', 'four']]);
  expect(split(tail, 1, 3)).toEqual([[], ['one', 'two', 'three', 'four']]);
});

it('counts all rows that are left above', () => {
  expect(splitTail(tailOf(['one', 'two'], ['three']), { width: 10, room: 1, covered: 0 }).above.rows).toBe(2);
});
