import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinValues } from './join-values.ts';
import type { Joining } from '../keys/setting.ts';

test.each<[Joining, unknown, unknown, unknown]>([
  ['replace', ['a'], ['b'], ['b']],
  ['replace', 1, undefined, 1],
  ['replace', undefined, false, false],
  ['concat', ['a'], ['b', 'a'], ['a', 'b', 'a']],
  ['union', ['a', 'b'], ['b', 'c'], ['a', 'b', 'c']],
  ['entries', { a: { x: 1 }, b: 1 }, { a: { y: 2 } }, { a: { y: 2 }, b: 1 }],
  ['deep', { a: { x: 1 }, b: 1 }, { a: { y: 2 } }, { a: { x: 1, y: 2 }, b: 1 }],
  ['deep', { a: { x: [1] } }, { a: { x: [2] } }, { a: { x: [2] } }],
  ['deep', { a: { x: 1 } }, { a: null }, { a: null }],
])('%s: %j merged with %j', (...[joining, earlier, later, joined]) => {
  expect(joinValues(earlier, later, joining)).toEqual(joined);
});

const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 });
const aliases = fc.dictionary(
  fc.constantFrom('fast', 'slow'),
  fc.record(
    { model: fc.constantFrom('x', 'y'), config: fc.dictionary(fc.constantFrom('topK', 'topP'), fc.nat(9)) },
    { requiredKeys: [] },
  ),
);
/** Possible values for each kind of merge. Schemas make sure that all values of a setting have the same shape. */
const kinds: Readonly<Record<Joining, fc.Arbitrary<unknown>>> = {
  replace: fc.oneof(words, fc.nat(3)),
  concat: words,
  union: words,
  entries: fc.dictionary(fc.constantFrom('a', 'b'), fc.nat(3)),
  deep: aliases,
};

test.each(Object.keys(kinds) as Joining[])('%s: merging is associative', (joining) => {
  const said = fc.option(kinds[joining], { nil: undefined });
  fc.assert(
    fc.property(said, said, said, (a, b, c) => {
      const join = (earlier: unknown, later: unknown): unknown => joinValues(earlier, later, joining);
      expect(join(join(a, b), c)).toEqual(join(a, join(b, c)));
    }),
  );
});
