import { expect, test } from 'vitest';
import { expectedTurns, findDifferences, withoutThoughts } from './expected-turns.ts';
import { playTurns } from './one-turn.ts';
import type { WiredName } from './wired-session.ts';

test.each<WiredName>(['gemini', 'responses', 'anthropic', 'compatible'])(
  'a picture, a thought, two calls at once and text are the same turn over %s, and go back as they came',
  async (name) => {
    const played = await playTurns(name);
    expect(played).toMatchObject(expectedTurns);
    expect(findDifferences(name, played)).toEqual([]);
  },
);

test('over OpenAI’s own chat completions all of it is the same but the thoughts', async () => {
  const played = await playTurns('chat');
  expect(played).toMatchObject(withoutThoughts);
  expect(findDifferences('chat', played)).toEqual([]);
});

test.each<WiredName>(['gemini', 'responses', 'anthropic', 'compatible'])(
  'it makes no difference over %s in how many pieces the bytes come',
  async (name) => {
    expect(findDifferences(name, await playTurns(name, { splitBytes: 3 }))).toEqual([]);
  },
);

test('a difference is seen', async () => {
  const played = await playTurns('gemini');
  expect(findDifferences('responses', played)).not.toEqual([]);
  expect(findDifferences('gemini', { ...played, counts: [] })).toEqual(['counts: []']);
  const unsigned = played.bodies.map((body) => JSON.parse(JSON.stringify(body).replaceAll('c2ln', '')) as unknown);
  expect(findDifferences('gemini', { ...played, bodies: unsigned })).toHaveLength(4);
});
