import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText, type Tolerance } from './fold-text.ts';

const all: Tolerance = { blanks: true, characters: true, indentation: true };
const none: Tolerance = { blanks: false, characters: false, indentation: false };

const cases: readonly [title: string, raw: string, tolerance: Tolerance, folded: string][] = [
  ['line breaks become one kind', 'a\r\nb\n', none, 'a\nb\n'],
  ['a lone CR stays', 'a\rb', none, 'a\rb'],
  ['blanks at the ends of lines go', 'a \t\n  b  \r\n\t\nc ', { ...none, blanks: true }, 'a\n  b\n\nc'],
  ['indentation goes', '  a b\n\t\tc', { ...none, indentation: true }, 'a b\nc'],
  ['quotes, dashes and spaces become plain', '“a”\u{A0}– ‘b’', { ...none, characters: true }, '"a" - \'b\''],
  ['accents become one character', 'cafe\u{301}', { ...none, characters: true }, 'caf\u{E9}'],
  ['nothing goes that is not to', ' “a” \n', none, ' “a” \n'],
];
test.each(cases)('%s', (...[, raw, tolerance, folded]) => {
  expect(foldText(raw, tolerance).text).toBe(folded);
});

test('maps a folded position to before and after the removed text', () => {
  const { text, toRaw } = foldText('  ab  \r\n c', all);
  expect(text).toBe('ab\nc');
  expect([0, 2, 3, 4].map((at) => [toRaw(at, 'before'), toRaw(at, 'after')])).toEqual([
    [0, 2],
    [4, 6],
    [8, 9],
    [10, 10],
  ]);
});

test('has no position inside a folded character', () => {
  const { toRaw } = foldText('x\u{1112}\u{1161}\u{11AB}\u{301}y', all);
  expect(toRaw(2, 'before')).toBe(toRaw(2, 'after'));
  expect(foldText('q\u{323}\u{307}', all).toRaw(1, 'after')).toBeUndefined();
});

const piece = fc.constantFrom('a', 'b', ' ', '\t', '\n', '\r\n', '“', '–', '\u{A0}', 'e\u{301}', '}');
const text = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''));

test('folds a range to the range between the folded positions', () => {
  fc.assert(
    fc.property(text, fc.nat(30), fc.nat(30), (raw, a, b) => {
      const tolerance = { ...none, blanks: true, characters: true };
      const folded = foldText(raw, tolerance);
      const [from, to] = [Math.min(a, b), Math.max(a, b)].map((at) => Math.min(at, folded.text.length)) as [
        number,
        number,
      ];
      const [start, end] = [folded.toRaw(from, 'after'), folded.toRaw(to, 'before')];
      if (start === undefined || end === undefined || start > end) return;
      // The cut may create trailing blanks. The mark after them keeps them from being folded.
      const inside = foldText(`${raw.slice(start, end)}|`, tolerance).text.slice(0, -1);
      expect(inside).toBe(folded.text.slice(from, to));
    }),
  );
});

test('keeps the number of lines', () => {
  fc.assert(
    fc.property(text, (raw) => {
      expect(foldText(raw, all).text.split('\n').length).toBe(raw.split('\n').length);
    }),
  );
});
