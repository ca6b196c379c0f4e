import { expect, test } from 'vitest';
import { expectedTurns, findDifferences, withoutThoughts } from './expected-turns.ts';
import { playTurns } from './one-turn.ts';
import type { WiredName } from './wired-session.ts';

test.each<WiredName>(['gemini', 'responses', 'anthropic', 'compatible'])(
  'a picture, a thought, two parallel calls and text are the same turn over %s, and are sent back unchanged',
  async (name) => {
    const played = await playTurns(name);
    expect(played).toMatchObject(expectedTurns);
    expect(findDifferences(name, played)).toEqual([]);
  },
);

test('the chat completions of OpenAI differ only in the thoughts', async () => {
  const played = await playTurns('chat');
  expect(played).toMatchObject(withoutThoughts);
  expect(findDifferences('chat', played)).toEqual([]);
});

test.each<WiredName>(['gemini', 'responses', 'anthropic', 'compatible'])(
  'over %s the result does not depend on how the bytes are split',
  async (name) => {
    expect(findDifferences(name, await playTurns(name, { splitBytes: 3 }))).toEqual([]);
  },
);

test('a difference is detected', async () => {
  const played = await playTurns('gemini');
  expect(findDifferences('responses', played)).not.toEqual([]);
  expect(findDifferences('gemini', { ...played, counts: [] })).toEqual(['counts: []']);
  const unsigned = played.bodies.map((body) => JSON.parse(JSON.stringify(body).replaceAll('c2ln', '')) as unknown);
  expect(findDifferences('gemini', { ...played, bodies: unsigned })).toHaveLength(4);
});
