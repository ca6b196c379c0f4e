import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchName, matchParts } from './match-glob.ts';

const toRegExp = (pattern: string): RegExp => new RegExp(`^${pattern.replaceAll('*', '[^]*').replaceAll('?', '[^]')}$`);

it('matches names like the equivalent regular expression', () => {
  const text = (...chars: string[]): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(...chars), maxLength: 8 });
  fc.assert(
    fc.property(text('a', 'b', '*', '?'), text('a', 'b'), (pattern, name) => {
      expect(matchName(pattern, name)).toBe(toRegExp(pattern).test(name));
    }),
  );
});

it('is fast for patterns with many stars', () => {
  const start = performance.now();
  expect(matchName(`${'*a'.repeat(50)}b`, 'a'.repeat(4000))).toBe(false);
  expect(performance.now() - start).toBeLessThan(5000);
});

it.each([
  ['a/**', 'a', true],
  ['a/**', 'a/b/c', true],
  ['a/**', 'b/a', false],
  ['a/**/c', 'a/c', true],
  ['a/**/c', 'a/b/b/c', true],
  ['a/**/c/**', 'a/b/c/d/e', true],
  ['a/**/c', 'a/b', false],
  ['a/*', 'a/b/c', false],
  ['*.pem', 'x.pem', true],
  ['*.pem', 'x.pem/y', false],
])('%s and %s: %s', (pattern, path, isMatch) => {
  expect(matchParts(pattern.split('/'), path.split('/'))).toBe(isMatch);
});
