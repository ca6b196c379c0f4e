import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdit } from './apply-edit.ts';

/** Distinct lines, each at most one step deeper or shallower than the one before. */
const code = fc.array(fc.integer({ min: -1, max: 1 }), { minLength: 3, maxLength: 20 }).map((steps) => {
  let depth = 0;
  return steps.map((step, at) => {
    depth = Math.max(0, depth + step);
    return { depth, body: `call${at}(${'x'.repeat(at % 3)});` };
  });
});
const toText = (each: readonly { depth: number; body: string }[], unit: string): string =>
  each.map(({ depth, body }) => `${unit.repeat(depth)}${body}\n`).join('');

test('applies the same change to a block at any indentation', () => {
  fc.assert(
    fc.property(
      code,
      fc.nat(),
      fc.nat(),
      fc.constantFrom('  ', '    ', '\t'),
      fc.constantFrom('  ', '    ', '\t'),
      (...args) => {
        const [lines, a, b, unit, sentUnit] = args;
        const from = a % lines.length;
        const to = from + 1 + (b % (lines.length - from));
        const block = lines.slice(from, to);
        const changed = block.map((line, at) => (at === 0 ? { ...line, body: `${line.body} // seen` } : line));
        const text = toText(lines, unit);
        const result = applyEdit(
          text,
          { old_string: toText(block, sentUnit), new_string: toText(changed, sentUnit) },
          'f',
        );
        expect(result).toMatchObject({ ok: true, count: 1 });
        if (result.ok)
          expect(result.after).toBe(toText([...lines.slice(0, from), ...changed, ...lines.slice(to)], unit));
      },
    ),
  );
});

test('never matches a block that differs in one letter', () => {
  fc.assert(
    fc.property(code, fc.nat(), (lines, at) => {
      const text = toText(lines, '  ');
      const wrong = toText(
        lines.map((line, each) =>
          each === at % lines.length ? { ...line, body: line.body.replace('call', 'cali') } : line,
        ),
        '  ',
      );
      expect(applyEdit(text, { old_string: wrong, new_string: 'x' }, 'f')).toMatchObject({
        ok: false,
        errorType: 'no_match',
      });
    }),
  );
});

test('replaces a unique match with exactly the text that was sent', () => {
  const word = fc.string({ minLength: 1, maxLength: 8 }).filter((each) => !/[\s\p{M}]/u.test(each));
  fc.assert(
    fc.property(word, word, fc.string(), (before, after, put) => {
      const sought = '<<sought>>';
      const result = applyEdit(`${before} ${sought} ${after}`, { old_string: sought, new_string: put }, 'f');
      expect(result).toMatchObject({ ok: true, after: `${before} ${put} ${after}` });
    }),
  );
});

const refusals: readonly [title: string, text: string, old_string: string, words: readonly string[]][] = [
  [
    'a word that differs is shown with its column',
    'let a = 1;\n',
    'let b = 1;',
    ['1: let a = 1;', 'column 5', '"a = 1;"', '"b = 1;"'],
  ],
  [
    'a blank line that is missing',
    'a = 1\n\nb = 2\n',
    'a = 1\nb = 2',
    ['Line 2 is blank, but old_string has "b = 2".'],
  ],
  [
    'a blank line too many',
    'a = 1\nb = 2\n',
    'a = 1\n\nb = 2',
    ['Line 2 is "b = 2", but old_string has a blank line.'],
  ],
  ['an invisible character is named', 'ad\u{200B}min = 1\n', 'admin = 1', ['(U+200B)']],
  ['a file that ends too soon', 'one = 1\n', 'one = 1\ntwo = 2\nthree = 3', ['but old_string has "two = 2"']],
  ['a depth that cannot be told', 'if a:\n  b()\nif c:\n      d()\n', '   d()\n   e()', ['d()']],
  ['a long line is shown in part', `${'x'.repeat(5000)}\n`, `${'x'.repeat(4999)}y`, ['4700 more characters']],
  [
    'the beginning in a long line',
    `${'ab'.repeat(5000)}needle-in-hay${'cd'.repeat(5000)}`,
    'needle-in-hat',
    ['first 12 characters', 'line 1'],
  ],
  ['lines are named once', 'a b a\na\n', 'a', ['3 places in f, at lines 1, 2.']],
  [
    'what was looked past is named',
    'a \nb\na  \nb\n',
    'a\nb',
    ['2 places in f except for whitespace at line ends, at lines 1, 3.'],
  ],
];
test.each(refusals)('a refusal says what to do: %s', (...[, text, old_string, words]) => {
  const result = applyEdit(text, { old_string, new_string: 'new' }, 'f');
  expect(result.ok ? '' : result.text).toSatisfy((each: string) => words.every((word) => each.includes(word)));
});
