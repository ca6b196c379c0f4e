import { expect, it } from 'vitest';
import { describeAge } from './panel-texts.ts';

const now = Date.parse('2026-03-10T12:00:00Z');

it.each([
  ['2026-03-10T11:59:30Z', 'just now'],
  ['2026-03-10T12:00:30Z', 'just now'],
  ['2026-03-10T11:15:00Z', '45 min ago'],
  ['2026-03-10T02:00:00Z', '10 h ago'],
  ['2026-03-09T02:00:00Z', 'yesterday'],
  ['2026-03-01T02:00:00Z', '9 days ago'],
  ['2025-12-24T02:00:00Z', '2025-12-24'],
  ['never', ''],
])('describes %s as %s', (at, age) => {
  expect(describeAge(at, now)).toBe(age);
});
