import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTheme } from '../theme/create-theme.ts';
import type { View } from '../layout/view.ts';
import { widthOf } from '../layout/wrap.ts';
import { compareLines } from '../../diff/compare-lines.ts';
import { paintDiff } from './paint-diff.ts';
import type { DiffDisplay } from '../../diff/to-diff-rows.ts';

const view: View = {
  width: 40,
  theme: createTheme('plain', { colours: 0 }),
  isScreenReader: false,
  workspace: '/w',
  isUnfolded: false,
  now: 0,
};
const diff = (before: string, after: string): DiffDisplay => ({ type: 'diff', path: 'src/a.ts', before, after });
const count = (lines: number): string => Array.from({ length: lines }, (_, at) => `line ${at + 1}\n`).join('');

test.each<[string, readonly [before: string, after: string], readonly string[]]>([
  ['a changed line', ['a\nb\nc\n', 'a\nB\nc\n'], ['  1   a', '  2 - b', '  2 + B', '  3   c']],
  ['a new file', ['', 'a\nb\n'], ['  1 + a', '  2 + b']],
  ['an emptied file', ['a\n', ''], ['  1 - a']],
  ['nothing', ['a\n', 'a\n'], []],
  ['inserted lines', ['a\nd\n', 'a\nb\nc\nd\n'], ['  1   a', '  2 + b', '  3 + c', '  4   d']],
  ['a newline at the end', ['a\nb', 'a\nb\n'], ['newline added at end of file']],
  ['changed newlines', ['a\r\nb\n', 'a\nb\n'], ['  1 - a␍', '  1 + a', '  2   b']],
  ['escape sequences', ['a\n', 'a\u001B[2J\u202E\n'], ['  1 - a', '  1 + a␛[2J⟨U+202E⟩']],
  ['a line that overwrites itself', ['a\n', 'evil()\rgood()\n'], ['  1 - a', '  1 + evil()␍good()']],
])('%s', (_, [before, after], expected) => {
  expect(paintDiff(diff(before, after), view)).toEqual(expected);
});

test('omits lines far from a change', () => {
  const before = count(40);
  const after = before.replace('line 5\n', 'LINE 5\n').replace('line 30\n', '');
  expect(paintDiff(diff(before, after), view)).toEqual([
    ...['  3   line 3', '  4   line 4', '  5 - line 5', '  5 + LINE 5', '  6   line 6', '  7   line 7'],
    '    ⋯',
    ...[' 28   line 28', ' 29   line 29', ' 30 - line 30', ' 30   line 31', ' 31   line 32'],
  ]);
});

test('makes room for long line numbers', () => {
  const before = count(1200);
  const rows = paintDiff(diff(before, before.replace('line 1000\n', '')), view);
  expect(rows[0]).toBe(' 998   line 998');
  expect(rows).toContain('1000 - line 1000');
});

test('cuts a long diff and shows how many rows are missing', () => {
  expect(paintDiff(diff('', count(50)), view, 2)).toEqual(['  1 + line 1', '  2 + line 2', '… 48 more rows']);
});

test('wraps long lines with a sign, and cuts nothing', () => {
  const line = '  for (let i = 0; i <= text.length; i++) {';
  expect(paintDiff(diff(`${line}\n`, `${line.replace('<=', '<')}\n`), { ...view, width: 28 })).toEqual([
    '  1 -   for (let i = 0; i <=',
    '    ↪   text.length; i++) {',
    '  1 +   for (let i = 0; i < ',
    '    ↪   text.length; i++) {',
  ]);
});

test('marks wrapped lines around a change too, and breaks a long word where the row is full', () => {
  const same = '  const first = second + third_is_long;';
  const after = `${same}\n${'x'.repeat(30)}\n`;
  expect(paintDiff(diff(`${same}\n`, after), { ...view, width: 28 })).toEqual([
    '  1     const first = second',
    '    ↪   + third_is_long;',
    `  2 + ${'x'.repeat(22)}`,
    '    ↪ xxxxxxxx',
  ]);
});

test('colors the sign and the number, and gives the row a background up to the margin', () => {
  const theme = createTheme('dark', { colours: 8 });
  expect(paintDiff(diff('a\n', 'b\n'), { ...view, theme })).toEqual([
    theme.removed(`${theme.removedSign('  1 - ')}a\u001B[K`),
    theme.added(`${theme.addedSign('  1 + ')}b\u001B[K`),
  ]);
});

test('colors the text if there are only sixteen colors', () => {
  const theme = createTheme('dark', { colours: 4 });
  const [removed, added] = paintDiff(diff('a\n', 'b\n'), { ...view, theme });
  expect(removed).toBe(theme.removed(`${theme.removedSign('  1 - ')}a`));
  expect(added).toBe(theme.added(`${theme.addedSign('  1 + ')}b`));
  expect(added).not.toContain('\u001B[K');
});

test('marks changed words, unless the whole line was replaced', () => {
  const theme = createTheme('dark', { colours: 8 });
  const [removed, added] = paintDiff(diff('const a = one(1);\n', 'const a = two(1);\n'), { ...view, theme });
  expect(removed).toBe(
    theme.removed(`${theme.removedSign('  1 - ')}const a = ${theme.removedWord('one')}(1);\u001B[K`),
  );
  expect(added).toBe(theme.added(`${theme.addedSign('  1 + ')}const a = ${theme.addedWord('two')}(1);\u001B[K`));
  const [other] = paintDiff(diff('something else entirely\n', 'const a = two(1);\n'), { ...view, theme });
  expect(other).toBe(theme.removed(`${theme.removedSign('  1 - ')}something else entirely\u001B[K`));
});

test('uses words for a screen reader', () => {
  const heard = { ...view, isScreenReader: true };
  const change = diff('a\n  b\n', 'a\n  c\n');
  expect(paintDiff(change, heard)).toEqual(['Removed line 2: b', 'Added line 2: c']);
  expect(paintDiff(change, { ...heard, isUnfolded: true })).toEqual([
    'Line 1: a',
    'Removed line 2: b',
    'Added line 2: c',
  ]);
});

test('says the indentation to a screen reader if nothing else changes', () => {
  expect(paintDiff(diff('  b\n', '    b\n'), { ...view, isScreenReader: true })).toEqual([
    'Removed line 1: b (indented by 2)',
    'Added line 1: b (indented by 4)',
  ]);
});

const lines = fc.array(fc.constantFrom('a', 'b', 'c', '{', '}', '', 'long line of words'), { maxLength: 30 });

test('kept and removed lines form the old text, kept and added lines the new one', () => {
  fc.assert(
    fc.property(lines, lines, fc.nat(700), (before, after, more) => {
      const middle = Array.from({ length: more }, (_, at) => `unique ${at}`);
      const [left, right] = [
        [...before, ...middle, ...after],
        [...after, ...middle.toReversed(), ...before],
      ];
      const changes = compareLines(left, right);
      expect(changes.flatMap((change) => (change.kind === 'same' ? change.lines : change.removed))).toEqual(left);
      expect(changes.flatMap((change) => (change.kind === 'same' ? change.lines : change.added))).toEqual(right);
    }),
  );
});

test('no row is too wide', () => {
  const texts = fc.array(fc.constantFrom('word ', '漢字', '\t', '\n', 'x'.repeat(30), '👩‍👩‍👧', '\r\n'), { maxLength: 30 });
  fc.assert(
    fc.property(texts, texts, fc.integer({ min: 16, max: 80 }), (before, after, width) => {
      const theme = createTheme('dark', { colours: 24 });
      for (const row of paintDiff(diff(before.join(''), after.join('')), { ...view, theme, width }))
        expect(widthOf(row)).toBeLessThanOrEqual(width);
    }),
  );
});

test.each<[string, (line: string, at: number) => readonly string[]]>([
  ['a few changes', (line, at) => [at % 50 === 0 ? `changed ${at}` : line]],
  ['every line', (_, at) => [`other ${at}`]],
  ['lines between', (line, at) => (at % 3 === 0 ? ['', line] : [line])],
  ['another order', (_, at) => [`line ${(at * 7919) % 20_000}`]],
])('compares twenty thousand lines with %s quickly', (_, change) => {
  const before = Array.from({ length: 20_000 }, (_line, at) => `line ${at}`);
  const after = before.flatMap(change);
  const start = performance.now();
  paintDiff(diff(before.join('\n'), after.join('\n')), view, 20);
  // Some tens of milliseconds on an idle machine. A quadratic comparison takes minutes.
  expect(performance.now() - start).toBeLessThan(5000);
});
