import { expect, test } from 'vitest';
import { guardRow } from './guard-row.ts';
import { paintFrame } from './paint-frame.ts';

const LINK = '\u001B]8;;https://a.example/b\u0007';

test.each([
  ['text', 'plain 漢 é'],
  ['styles and links', `\u001B[1;38;2;1;2;3mbold\u001B[0m ${LINK}link\u001B]8;;\u0007`],
  ['a background up to the margin', '\u001B[48;5;235mfix it\u001B[K\u001B[49m'],
])('keeps %s', (_, row) => {
  expect(guardRow(row)).toBe(row);
});

test.each([
  ['a clipboard write', 'a\u001B]52;c;eA==\u0007b', 'a�]52;c;eA==�b'],
  ['a title within a link', `${LINK}a\u001B]0;t\u0007b\u001B]8;;\u0007`, `${LINK}a�]0;t�b\u001B]8;;\u0007`],
  ['a foreign link', '\u001B]8;id=1;http://x\u001B\\y', '�]8;id=1;http://x�\\y'],
  ['8-bit controls, bells and carriage returns', 'a\u009B2Jb\u0007c\rd\be', 'a�2Jb�c�d�e'],
  ['a screen erase after a style', '\u001B[31m\u001B[2J', '\u001B[31m�[2J'],
  ['other ways to erase a row', '\u001B[1Ka\u001B[2Kb\u001B[0Kc\u001B[K', '�[1Ka�[2Kb�[0Kc\u001B[K'],
])('neutralizes %s that a painter let through', (_, row, shown) => {
  expect(guardRow(row)).toBe(shown);
});

test('checks every row of a frame, printed or not', () => {
  const written = paintFrame({ lines: [''], cursor: null }, { lines: ['x\u001Bcy'], cursor: null }, [
    'p\u001B]0;t\u0007q',
  ]);
  expect(written).toContain('x�cy');
  expect(written).toContain('p�]0;t�q');
});
