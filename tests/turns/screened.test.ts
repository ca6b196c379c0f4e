import { expect, test } from 'vitest';
import { createScreen } from '../../packages/guard/src/safety/create-screen.ts';
import { unscreened } from './test-models.ts';
import { findCanaries, hiddenCanary, toCanaries } from '../kit/canaries.ts';
import { playRequests, playSearches, sideKinds, type SentRequest } from '../kit/play-requests.ts';

const KEY = 'AIzaSy-canary_0123456789abcdefghijklmno';
const poison = [...toCanaries(KEY).map(({ text }) => text), hiddenCanary].join('\n');
const leaking = (requests: readonly SentRequest[]): readonly string[] => [
  ...new Set(requests.filter(({ body }) => findCanaries(body, [KEY]).length > 0).map(({ kind }) => kind)),
];

test('every kind of request is screened, and leaks without the screen', async () => {
  const kinds = ['main', ...sideKinds].sort();
  const screened = await playRequests({ provider: 'gemini', screen: createScreen([KEY]), poison });
  expect([...new Set(screened.map(({ kind }) => kind))].sort()).toEqual(kinds);
  expect(leaking(screened)).toEqual([]);
  const open = await playRequests({ provider: 'gemini', screen: unscreened, poison });
  expect(leaking(open).toSorted()).toEqual(kinds);
});

test('a query is screened in every kind of search, and leaks a key that the screen does not know', async () => {
  const screened = await playSearches(`what is ${poison}`, KEY);
  expect(screened.map(({ kind }) => kind)).toEqual(['search engine', 'web search']);
  expect(leaking(screened)).toEqual([]);
  expect(leaking(await playSearches(`what is ${KEY}`, 'another key, which is known'))).toHaveLength(2);
});
