import fc from 'fast-check';
import { expect, test } from 'vitest';
import { carryStyles } from './carry-styles.ts';
import { cleanText } from './clean-text.ts';
import {
  hang,
  padEnd,
  padStart,
  truncate,
  truncateMiddle,
  truncateStart,
  widthOf,
  wrapCells,
  wrapText,
} from './wrap.ts';

test.each<[string, number, readonly string[]]>([
  ['', 5, ['']],
  ['hello', 5, ['hello']],
  ['hello world', 5, ['hello', 'world']],
  ['hello world', 7, ['hello', 'world']],
  ['a verylongword b', 6, ['a', 'verylo', 'ngword', 'b']],
  ['a\n\nb', 5, ['a', '', 'b']],
  ['trailing   ', 5, ['trail', 'ing']],
  ['漢字漢字', 5, ['漢字', '漢字']],
  ['see 漢字です。', 12, ['see 漢字で', 'す。']],
  ['👩‍👩‍👧👩‍👩‍👧', 3, ['👩‍👩‍👧', '👩‍👩‍👧']],
  ['e\u0301e\u0301e\u0301', 2, ['éé', 'é']],
  ['שלום עולם', 5, ['שלום', 'עולם']],
  ['\u001B[1mone two\u001B[22m', 4, ['\u001B[1mone\u001B[0m', '\u001B[1mtwo\u001B[22m']],
  ['\u001B[1mone\ntwo\u001B[22m', 9, ['\u001B[1mone\u001B[0m', '\u001B[1mtwo\u001B[22m']],
])('%j at %i', (text, width, expected) => {
  expect(wrapText(text, width)).toEqual(expected);
});

test.each<[string, number, readonly string[]]>([
  ['  a b', 3, ['  a', ' b']],
  ['abcdef', 4, ['abcd', 'ef']],
  ['漢字漢', 4, ['漢字', '漢']],
])('code: %j at %i', (text, width, expected) => {
  expect(wrapCells(text, width)).toEqual(expected);
});

test.each<[string, number, string]>([
  ['hello', 5, 'hello'],
  ['hello!', 5, 'hell…'],
  ['漢字漢字', 5, '漢字…'],
  ['漢字漢字', 4, '漢…'],
  ['\u001B[1mhello!\u001B[22m', 5, '\u001B[1mhell…\u001B[22m'],
  ['hello', 0, ''],
])('cuts the end of %j to %i cells', (text, width, expected) => {
  expect(truncate(text, width)).toBe(expected);
});

test('cuts paths at their start and URLs in the middle', () => {
  expect(truncateStart('/home/me/project', 8)).toBe('…project');
  expect(truncateMiddle('https://example.com/a/b/c/d', 16)).toBe('https://e…/b/c/d');
});

test('pads by cells', () => {
  expect(padEnd('漢', 4)).toBe('漢  ');
  expect(padStart('\u001B[1m1\u001B[22m', 3)).toBe('  \u001B[1m1\u001B[22m');
});

test('puts an icon before the first row and keeps empty rows empty', () => {
  expect(hang('• ', ['a', '', 'b'])).toEqual(['• a', '', '  b']);
});

test('repeats a link on each row', () => {
  const [begin, end] = ['\u001B]8;;http://x/\u0007', '\u001B]8;;\u0007'];
  expect(wrapText(`${begin}one two${end} three`, 5)).toEqual([`${begin}one${end}`, `${begin}two${end}`, 'three']);
});

test('ends a style with each row and starts it again', () => {
  expect(carryStyles('\u001B[1;31ma\nb\u001B[39m\nc\u001B[0md\ne')).toBe(
    '\u001B[1;31ma\u001B[0m\n\u001B[1m\u001B[31mb\u001B[39m\u001B[0m\n\u001B[1mc\u001B[0md\ne',
  );
});

const texts = fc
  .array(
    fc.constantFrom(
      'word ',
      ' ',
      '漢字',
      '👩‍👩‍👧',
      'e\u0301',
      '\u001B[31m',
      '\u001B[0m',
      'x'.repeat(30),
      '\n',
      'שלום',
      '🇩🇪',
      '-',
    ),
    {
      maxLength: 40,
    },
  )
  .map((parts) => cleanText(parts.join(''), { keepsStyles: true }));

test('no row is too wide, and no word is lost', () => {
  const toWords = (text: string): string => text.replaceAll(/\u001B\[[\d;]*m|\s|…/g, '').normalize();
  fc.assert(
    fc.property(texts, fc.integer({ min: 2, max: 60 }), (text, width) => {
      for (const wrap of [wrapText, wrapCells]) {
        const rows = wrap(text, width);
        for (const row of rows) expect(widthOf(row)).toBeLessThanOrEqual(width);
        expect(toWords(rows.join(''))).toBe(toWords(text));
      }
      const [line = ''] = text.split('\n');
      expect(widthOf(truncate(line, width))).toBeLessThanOrEqual(width);
    }),
    { numRuns: 1000 },
  );
});
