import { expect, it } from 'vitest';
import { viewOf } from '../../../../../tests/tui/view-of.ts';
import { paintEnd, paintTail } from './paint-output.ts';

const output = 'one\n\ntwo\n\u001B[0m\n\nthree\n\n';

it('shows the last rows without empty ones, and all of them where there is room', () => {
  expect(paintTail(output, viewOf(40), 2)).toEqual(['two', 'three']);
  expect(paintTail(output, viewOf(40), 9)).toEqual(['one', 'two', 'three']);
  expect(paintTail('', viewOf(40), 3)).toEqual([]);
  expect(paintEnd(output, viewOf(40))).toEqual(['one', '', 'two', '', '', 'three']);
});
