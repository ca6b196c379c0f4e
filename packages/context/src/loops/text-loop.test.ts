import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTextLoop } from './text-loop.ts';

const lines = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join('\n');

/** The number of characters after which a loop is found. Undefined: never. */
function foundAfter(text: string): number | undefined {
  const loop = createTextLoop();
  for (let at = 0; at < text.length; at += 1) if (loop.take(text.charAt(at)) !== null) return at + 1;
  return undefined;
}

const SENTENCE = 'I will look at the file again and see what is wrong with it. ';

describe('finds a loop soon in', () => {
  test.each<[string, string, number]>([
    ['a sentence', SENTENCE.repeat(100), 1300],
    ['a phrase', 'ok '.repeat(2000), 1300],
    ['empty lines', '\n'.repeat(5000), 1500],
    ['blanks that grow', lines(200, (n) => ' '.repeat(n)), 1500],
    ['digits', '0'.repeat(20_000), 6000],
    ['a counter in sentences', lines(2000, (n) => `Attempt ${n}: I will try again.`), 36_000],
    ['lines in a fence', `\`\`\`ts\n${'  step();\n'.repeat(2000)}`, 6000],
    ['rows of a table', '| yes | no |\n'.repeat(2000), 6000],
    ['growing indentation', lines(300, (n) => ' '.repeat(n % 70) + SENTENCE), 3500],
  ])('%s', (_, text, most) => {
    expect(foundAfter(text)).toBeLessThanOrEqual(most);
  });
});

describe('finds no loop in', () => {
  test.each<[string, string]>([
    ['a sentence said some times', SENTENCE.repeat(12)],
    ['a divider', `${'='.repeat(300)}\n${SENTENCE}`],
    ['numbered words', Array.from({ length: 40_000 }, (_, n) => `word${n}`).join(' ')],
    ['a long list of like steps', lines(5000, (n) => `${n}. Check the parser once more`)],
    ['a long table', lines(8000, (n) => `| ${n} | ${n * n} |`)],
    ['a long log', lines(8000, (n) => `[12:00:${n % 60}] worker: retry ${n}`)],
    ['long generated code', `\`\`\`ts\n${lines(8000, (n) => `const a${n} = ${n};`)}`],
    ['numbered findings', lines(100, (n) => `- Line ${n}: missing semicolon`)],
    ['rows of numbers', lines(400, (n) => `| ${n} | ${n * n} |`)],
    ['a thousand zeros', `\`\`\`js\n[${'0, '.repeat(1000)}0]\n\`\`\`\n`],
    ['inserts of numbers', `\`\`\`sql\n${lines(700, (n) => `INSERT INTO t VALUES (${n}, ${n * 3});`)}`],
    ['a review of many files', lines(200, (n) => `### file-${n}.ts\n\nNo issues found.\n`)],
  ])('%s', (_, text) => {
    expect(foundAfter(text)).toBeUndefined();
  });
});

describe('quotes what repeats', () => {
  test.each<[string, string, RegExp]>([
    [
      'from the start of a sentence',
      SENTENCE.repeat(60),
      /^The answer repeats itself, about \d+ times so far: "I will look at .*it\. "\.$/,
    ],
    ['shortened', `${SENTENCE.repeat(3)}But no. `.repeat(60), /: "I will look at .{50,70}\.\.\."\.$/],
    ['so that one sees it', 'a\n'.repeat(9000), /: "a\\n"\.$/],
    [
      'what came last, when the order varies',
      lines(90, (n) => `The ${'abcd'.charAt(((n * n) % 7) % 4)} of it, ${SENTENCE}`),
      /: "/,
    ],
  ])('%s', (_, text, expected) => {
    const finding = createTextLoop().take(text);
    expect(finding?.kind).toBe('text');
    expect(finding?.detail).toMatch(expected);
    expect(finding?.detail.length).toBeLessThan(200);
  });
});

test('keeps reporting a loop once found', () => {
  const loop = createTextLoop();
  const finding = loop.take(SENTENCE.repeat(100));
  expect(finding).not.toBeNull();
  expect(loop.take('And now for something else.')).toEqual(finding);
});

test('finds the same loop at the same character for any chunks', () => {
  const units = fc.oneof(
    fc.string({ minLength: 1, maxLength: 40 }),
    fc.constantFrom(SENTENCE, '```\n', '| a |\n', '1, ', '\n'),
  );
  const texts = fc
    .array(fc.tuple(units, fc.integer({ min: 1, max: 400 })), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.map(([unit, times]) => unit.repeat(times)).join(''));
  fc.assert(
    fc.property(texts, fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 20 }), (text, sizes) => {
      const after = foundAfter(text);
      const loop = createTextLoop();
      let [at, n] = [0, 0];
      let finding = null;
      while (at < text.length && finding === null) {
        const size = sizes[n % sizes.length] ?? 1;
        finding = loop.take(text.slice(at, at + size));
        if (finding !== null) {
          expect(after).toBeGreaterThan(at);
          expect(after).toBeLessThanOrEqual(at + size);
        }
        at += size;
        n += 1;
      }
      expect(finding !== null).toBe(after !== undefined);
      expect(createTextLoop().take(text)).toEqual(finding);
    }),
    { numRuns: 60 },
  );
});
