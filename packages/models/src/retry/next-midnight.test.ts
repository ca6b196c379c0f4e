import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextMidnight } from './next-midnight.ts';

const pacific = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Los_Angeles',
  dateStyle: 'short',
  timeStyle: 'medium',
});
const at = (utc: string): string => new Date(nextMidnight(Date.parse(utc))).toISOString();

describe('midnight in California is found', () => {
  test.each<[string, string, string]>([
    ['in winter', '2026-01-15T12:00:00Z', '2026-01-16T08:00:00.000Z'],
    ['in summer', '2026-07-15T12:00:00Z', '2026-07-16T07:00:00.000Z'],
    ['in the evening there, which is the next day in Greenwich', '2026-07-16T05:00:00Z', '2026-07-16T07:00:00.000Z'],
    ['a moment before it', '2026-07-16T06:59:59.999Z', '2026-07-16T07:00:00.000Z'],
    ['at midnight itself, a whole day later', '2026-07-16T07:00:00Z', '2026-07-17T07:00:00.000Z'],
    ['over the end of a year', '2026-12-31T20:00:00Z', '2027-01-01T08:00:00.000Z'],
    ['on the day before daylight saving time starts', '2026-03-07T20:00:00Z', '2026-03-08T08:00:00.000Z'],
    ['after it started', '2026-03-08T10:00:00Z', '2026-03-09T07:00:00.000Z'],
    ['in the evening of that day', '2026-03-09T06:59:59Z', '2026-03-09T07:00:00.000Z'],
    ['on the day before it ends', '2026-10-31T20:00:00Z', '2026-11-01T07:00:00.000Z'],
    ['after it ended, in the repeated hour', '2026-11-01T09:30:00Z', '2026-11-02T08:00:00.000Z'],
    ['in the evening of that day', '2026-11-02T07:59:59Z', '2026-11-02T08:00:00.000Z'],
    ['before it starts', '2026-03-08T08:30:00Z', '2026-03-09T07:00:00.000Z'],
    ['before it ends', '2026-11-01T07:30:00Z', '2026-11-02T08:00:00.000Z'],
    ['the first time in the repeated hour', '2026-11-01T08:30:00Z', '2026-11-02T08:00:00.000Z'],
  ])('%s: %s', (_, now, end) => {
    expect(at(now)).toBe(end);
  });
});

const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });

test('the result is the first midnight in California after the given time', () => {
  fc.assert(
    fc.property(instants, (now) => {
      const end = nextMidnight(now.getTime());
      expect(pacific.format(end)).toMatch(/ 00:00:00$/);
      expect(pacific.format(end - 1).slice(0, 10)).toBe(pacific.format(now).slice(0, 10));
      expect(end).toBeGreaterThan(now.getTime());
    }),
    { numRuns: 500 },
  );
});
