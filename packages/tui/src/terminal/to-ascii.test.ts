import { expect, test } from 'vitest';
import { widthOf } from '../paint/layout/wrap.ts';
import { toAscii } from './to-ascii.ts';

test.each([
  ['╭─ ⠹ Running npm test · 12 s ── Esc to interrupt ─', '+- - Running npm test - 12 s -- Esc to interrupt -'],
  ['│ ❯ Add a message', '| > Add a message'],
  ['├─ ↑↓ choose · Enter run ─', '+- ^v choose - Enter run -'],
  ['╰─ default ─ ━━──── 33% ─', '+- default - ##---- 33% -'],
  ['    ✓ Edit    src/parse.ts   +1 −1 · allowed', '    + Edit    src/parse.ts   +1 -1 - allowed'],
  ['    ✗ Run     ⊘ ▲ ✖ ? !', '    x Run     - ! X ? !'],
  ['▸ a ▾ b ○ c ↺ d ↪', '> a v b o c < d \\'],
  ['╭─╮', '+-+'],
  ['╰─┼─╮', '+-+-+'],
  ['  ╰─╯', '  +-+'],
  ['█████', '#####'],
])('draws %j as %j', (row, expected) => {
  expect(toAscii(row)).toBe(expected);
});

test('turns the spinner with four signs', () => {
  expect(toAscii('⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏')).toBe('|/-\\|/-\\|/');
});

test('shows a cut with dots that take the place of what was before them', () => {
  expect(toAscii('npm run something…')).toBe('npm run somethi...');
  expect(toAscii('… 4 more rows')).toBe('. 4 more rows');
});

test('keeps other text, styles, backgrounds and links', () => {
  const row =
    '\u001B[48;5;235m\u001B[1mgrüße 漢字 👩‍👩‍👧\u001B[K\u001B[49m \u001B]8;;https://a.example/b\u0007x\u001B]8;;\u0007';
  expect(toAscii(row)).toBe(row);
  expect(toAscii('\u001B[36m❯\u001B[39m ✓')).toBe('\u001B[36m>\u001B[39m +');
  expect(toAscii('plain')).toBe('plain');
});

test('every sign has a replacement of the same width', () => {
  const signs = '❯✓✗⊘▲✖▸▾○−↺●•·↪╭│├╰─┼╮╯┄━█⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏▁▂▃▄▅▆▇↑↓←→›⋯';
  const ascii = toAscii(signs);
  expect(ascii).toMatch(/^[\x20-\x7E]+$/);
  expect(widthOf(ascii)).toBe(widthOf(signs));
});
