import { expect, it } from 'vitest';
import { toTrueKeys, type KeyFacts } from './to-true-keys.ts';

const HINT = 'Enter rewind · k fork instead · / search · Esc close';
const atRest = { isSearching: false, count: 3, isLeftByEscape: true };

it.each<[string, KeyFacts, string]>([
  ['are all true at rest', atRest, HINT],
  [
    'leave letters to a search, which Escape ends',
    { isSearching: true, count: 1, isLeftByEscape: false },
    'Enter rewind · Esc clear search',
  ],
  ['are without Enter if nothing matches', { isSearching: true, count: 0, isLeftByEscape: false }, 'Esc clear search'],
  [
    'close a list that always searches',
    { isSearching: true, count: 3, isLeftByEscape: true },
    'Enter rewind · Esc close',
  ],
])('keys %s', (_what, facts, keys) => {
  expect(toTrueKeys(HINT, facts)).toBe(keys);
});
