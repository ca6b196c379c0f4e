import fc from 'fast-check';
import { expect, test } from 'vitest';
import { widthOf } from '../layout/wrap.ts';
import { createTheme } from '../theme/create-theme.ts';
import { NO_WORDS, paintRule, type RuleWords } from './paint-rule.ts';

const style = (text: string): string => text;
const rule = (words: RuleWords, width: number, corner: 'top' | 'middle' | 'bottom' = 'top'): string =>
  paintRule(corner, words, { width, style });

test('draws a line without words from margin to margin', () => {
  expect(rule(NO_WORDS, 12)).toBe('╭───────────');
  expect(rule(NO_WORDS, 12, 'middle')).toBe('├───────────');
  expect(rule(NO_WORDS, 12, 'bottom')).toBe('╰───────────');
  expect(rule(NO_WORDS, 1)).toBe('╭');
});

test.each<[string, RuleWords, string]>([
  ['both sides', { left: ['Files'], right: ['4 of 212'] }, '╭─ Files ─── 4 of 212 ─'],
  ['the left side', { left: ['Files'], right: [] }, '╭─ Files ──────────────'],
  ['the right side', { left: [], right: ['Esc'] }, '╭──────────────── Esc ─'],
])('writes on %s', (_, words, expected) => {
  expect(rule(words, 23)).toBe(expected);
});

test.each<[number, string]>([
  [36, '╭─ ? Edit src/parse.ts? ─── 1 of 2 ─'],
  [34, '╭─ ? Edit src/parse.ts? ─ 1 of 2 ─'],
  [33, '╭─ ? Edit src/parse.ts? ───── 1 ─'],
  [28, '╭─ ? Edit? ──────── 1 of 2 ─'],
  [21, '╭─ ? Edit? ─ 1 of 2 ─'],
  [12, '╭─ ? Edit? ─'],
  [10, '╭─ ? Edi… '],
])('at %i columns shortens the words until they fit', (width, expected) => {
  expect(rule({ left: ['? Edit src/parse.ts?', '? Edit?'], right: ['1 of 2', '1'] }, width)).toBe(expected);
});

test('shortens the left first where the right is kept', () => {
  const words = { left: ['? Edit src/parse.ts?', '? Edit?'], right: ['1 of 2', '1'], keepsRight: true };
  expect(rule(words, 33)).toBe('╭─ ? Edit? ───────────── 1 of 2 ─');
});

test('styles the line, not the words', () => {
  const { border, accent } = createTheme('dark', { colours: 4 });
  expect(paintRule('top', { left: [accent('a')], right: ['b'] }, { width: 12, style: border })).toBe(
    `${border('╭')}${border('─')} ${accent('a')} ${border('───')} b ${border('─')}`,
  );
});

test('is exactly as wide as the window, for any words', () => {
  const forms = fc.array(fc.constantFrom('word', '漢字', 'a longer form', '👩‍👩‍👧 x', ''), { maxLength: 4 });
  fc.assert(
    fc.property(forms, forms, fc.integer({ min: 4, max: 60 }), (left, right, width) => {
      expect(widthOf(rule({ left, right }, width))).toBe(width);
    }),
  );
});
