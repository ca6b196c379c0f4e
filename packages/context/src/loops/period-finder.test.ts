import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PeriodFinder } from './period-finder.ts';

function follow(text: string): PeriodFinder {
  const finder = new PeriodFinder();
  for (let at = 0; at < text.length; at += 1) finder.push(text.charCodeAt(at));
  return finder;
}

/** The shortest distance at which a text is the same as itself. */
function shortestPeriod(unit: string): number {
  return (unit + unit).indexOf(unit, 1);
}

test('what repeats is found with its period, whatever came before', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.string({ minLength: 1, maxLength: 300 }), (start, unit) => {
      const rounds = Math.ceil(1500 / unit.length) + 3;
      const finder = follow(start + unit.repeat(rounds));
      expect(finder.period % shortestPeriod(unit)).toBe(0);
      expect(finder.period).toBeLessThanOrEqual(4 * unit.length + start.length + 100);
      expect(finder.run).toBeGreaterThanOrEqual((rounds - 3) * unit.length - start.length - 100);
    }),
  );
});

test('a run ends with what does not repeat', () => {
  const finder = follow('one two '.repeat(100));
  expect(finder).toMatchObject({ period: 8 });
  expect(finder.run).toBeGreaterThan(700);
  finder.push(120);
  expect(finder.run).toBe(0);
});

test('a passage of eight thousand characters is still seen', () => {
  const passage = Array.from({ length: 1600 }, (_, n) => String(n * 7919 + 10_000).slice(-5)).join('');
  expect(follow(passage.repeat(4))).toMatchObject({ period: 8000 });
});

test('the last symbols are those that came last', () => {
  const finder = follow('abc'.repeat(20_000));
  expect(String.fromCharCode(...finder.last(5))).toBe('bcabc');
  expect([...follow('ab').last(10)]).toEqual([97, 98]);
});
