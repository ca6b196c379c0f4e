import { expect, it } from 'vitest';
import { paintCaret, placeCursor } from './caret.ts';

it('puts the cursor of the terminal where the caret is, behind wide characters and colors', () => {
  const lines = ['title', `│ \u001B[36mReason:\u001B[39m 表の${paintCaret('幅')}!`, 'end'];
  expect(placeCursor(lines)).toEqual({
    lines: ['title', '│ \u001B[36mReason:\u001B[39m 表の幅!', 'end'],
    cursor: { x: 14, y: 1 },
  });
});

it('does not take inverse text for it', () => {
  expect(placeCursor(['a \u001B[7mb\u001B[27m c'])).toBeNull();
});
