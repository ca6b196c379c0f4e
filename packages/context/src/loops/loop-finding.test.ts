import { expect, test } from 'vitest';
import { nudgeFor, type LoopFinding } from './loop-finding.ts';

test.each<[LoopFinding['kind'], RegExp]>([
  ['calls', /waiting for something/],
  ['text', /without repeating/],
  ['semantic', /name what keeps failing/],
])('a nudge for %s says what repeats and what to do', (kind, advice) => {
  const nudge = nudgeFor({ kind, detail: 'The same was done again.' });
  expect(nudge).toMatch(/^The same was done again\. /);
  expect(nudge).toMatch(advice);
  expect(nudge).toMatch(/different approach/);
  expect(nudge.length).toBeLessThan(400);
});
