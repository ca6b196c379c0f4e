import * as fc from 'fast-check';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createPlaceholder } from './create-placeholder.ts';
import { TokenMask } from './token-mask.ts';

const tokens = fc.stringMatching(/^[A-Za-z\d][\w.~+/-]{15,60}={0,2}$/);
const spellings: readonly ((token: string) => string)[] = [
  (token) => token,
  (token) => Buffer.from(token).toString('hex'),
  (token) => Buffer.from(token).toString('hex').toUpperCase(),
  (token) => encodeURIComponent(token),
  (token) => JSON.stringify({ token }).replaceAll('/', String.raw`\/`),
  ...['', 'a', 'ab'].flatMap((before) =>
    (['base64', 'base64url'] as const).map(
      (encoding) => (token: string) => Buffer.from(`${before}${token}:after`).toString(encoding),
    ),
  ),
];

const AFTER = 8;
const isBase64 = (spell: (token: string) => string): boolean => spell('a'.repeat(12)).startsWith('YW');

/** Splits a string into pieces of any length. */
function cut(whole: string, lengths: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  let at = 0;
  for (let n = 0; at < whole.length; n += 1) {
    const length = lengths[n % lengths.length] ?? 1;
    pieces.push(Buffer.from(whole.slice(at, at + length)));
    at += length;
  }
  return pieces;
}

test('masks a token in any encoding and split, and keeps the surrounding bytes', async () => {
  const parts = fc.record({
    token: tokens,
    spell: fc.constantFrom(...spellings),
    before: fc.stringMatching(/^[ -~]{0,40}$/),
    after: fc.stringMatching(/^[ -~]{0,40}$/),
    lengths: fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(parts, async ({ token, spell, before, after, lengths }) => {
      const placeholder = createPlaceholder(token);
      const mask = new TokenMask([{ token, placeholder }]);
      const given = `${before} ${spell(token)} ${after}`;
      const shown = await text(Readable.from(cut(given, lengths)).pipe(mask.stream()));
      // In base64, the first and last characters also depend on the bytes before and after.
      const edges = isBase64(spell) ? 4 : 0;
      const inner = (each: string): string => each.slice(before.length + 1 + edges, -after.length - 1 - edges - AFTER);
      expect(inner(shown)).toBe(inner(`${before} ${spell(placeholder)} ${after}`));
      expect([shown.slice(0, before.length), shown.slice(-after.length - 1)]).toEqual([before, ` ${after}`]);
      expect(shown.length).toBe(given.length);
      expect(mask.text(given)).toBe(shown);
    }),
    { numRuns: 300 },
  );
});

test('passes text without a token unchanged and at once, except for what may begin one', async () => {
  const mask = new TokenMask([{ token: 'abcdefghijklmnop', placeholder: 'ABCDEFGHIJKLMNOP' }]).stream();
  const seen: string[] = [];
  mask.on('data', (chunk: Buffer) => seen.push(chunk.toString()));
  for (const piece of ['line\n', 'more abc', 'd and on\n', 'abcdefgh']) {
    mask.write(piece);
    await new Promise(setImmediate);
    seen.push('|');
  }
  mask.end();
  await new Promise((resolve) => mask.on('end', resolve));
  expect(seen.join('')).toBe('line\n|more |abcd and on\n||abcdefgh');
});
