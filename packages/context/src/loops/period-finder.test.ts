import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PeriodFinder } from './period-finder.ts';

function follow(text: string): PeriodFinder {
  const finder = new PeriodFinder();
  for (let at = 0; at < text.length; at += 1) finder.push(text.charCodeAt(at));
  return finder;
}

/** The shortest period of a text. */
function shortestPeriod(unit: string): number {
  return (unit + unit).indexOf(unit, 1);
}

test('finds a repetition and its period after any prefix', () => {
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

test('ends a run at the first symbol that does not repeat', () => {
  const finder = follow('one two '.repeat(100));
  expect(finder).toMatchObject({ period: 8 });
  expect(finder.run).toBeGreaterThan(700);
  finder.push(120);
  expect(finder.run).toBe(0);
});

test('detects a period of eight thousand characters', () => {
  const passage = Array.from({ length: 1600 }, (_, n) => String(n * 7919 + 10_000).slice(-5)).join('');
  expect(follow(passage.repeat(4))).toMatchObject({ period: 8000 });
});

test('returns the last symbols', () => {
  const finder = follow('abc'.repeat(20_000));
  expect(String.fromCharCode(...finder.last(5))).toBe('bcabc');
  expect([...follow('ab').last(10)]).toEqual([97, 98]);
});
