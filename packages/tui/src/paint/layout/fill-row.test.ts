import { expect, test } from 'vitest';
import { createTheme } from '../theme/create-theme.ts';
import { fillRow } from './fill-row.ts';
import { widthOf } from './wrap.ts';

const theme = createTheme('dark', { colours: 8 });

test('extends a background to the margin without spaces', () => {
  const row = fillRow('fix it', theme.person, { theme, width: 20 });
  expect(row).toBe('\u001B[48;5;235m\u001B[1mfix it\u001B[K\u001B[49m\u001B[22m');
  expect(widthOf(row)).toBe(6);
});

test('does not erase the last cell of a full row', () => {
  expect(fillRow('漢字', theme.person, { theme, width: 4 })).toBe(theme.person('漢字'));
  expect(fillRow('漢字', theme.person, { theme, width: 5 })).toBe(theme.person('漢字\u001B[K'));
});

test('keeps the background after a style inside the row', () => {
  const row = fillRow(`${theme.accent('❯')} a`, theme.selection, { theme, width: 20 });
  expect(row).toBe(`\u001B[48;5;236m${theme.accent('❯')} a\u001B[K\u001B[49m`);
});

test.each([
  ['sixteen colors', createTheme('dark', { colours: 4 }), '\u001B[7ma\u001B[27m'],
  ['no colors', createTheme('dark', { colours: 0 }), '\u001B[7ma\u001B[27m'],
  ['the plain theme', createTheme('plain', { colours: 24 }), 'a'],
])('erases nothing with %s', (_, bare, expected) => {
  expect(fillRow('a', bare.selection, { theme: bare, width: 20 })).toBe(expected);
});
