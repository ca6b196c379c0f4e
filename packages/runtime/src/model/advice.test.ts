import type { AskModel } from '@bowline/models';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createAdvice } from './advice.ts';

const schema = z.object({ word: z.string() });
const question = (purpose: string): Parameters<AskModel>[0] => ({
  purpose,
  instruction: '',
  contents: [],
  schema,
  signal: new AbortController().signal,
});

/** Advice from a scripted model, and the requests it got. */
function open(answers: () => boolean): { advise: AskModel; asked: Parameters<AskModel>[0][] } {
  const asked: Parameters<AskModel>[0][] = [];
  const ask = (async (given: Parameters<AskModel>[0]) => {
    asked.push(given);
    return answers() ? { word: 'yes' } : undefined;
  }) as AskModel;
  return { advise: createAdvice(ask), asked };
}

test('a question is one request with a short timeout', async () => {
  const { advise, asked } = open(() => true);
  await advise(question('classifier'));
  await advise({ ...question('summary-check'), longestMs: 60_000 });
  expect(asked).toMatchObject([
    { tries: 1, longestMs: 5000 },
    { tries: 1, longestMs: 60_000 },
  ]);
});

test('each failure doubles the number of skipped questions of that purpose, until one is answered', async () => {
  let isWell = false;
  const { advise, asked } = open(() => isWell);
  for (let n = 0; n < 100; n += 1) await advise(question('loop-check'));
  // Asked at 1, then after 1, 3, 7, 15, 31 and 31 skipped questions.
  expect(asked).toHaveLength(7);
  await advise(question('classifier'));
  expect(asked).toHaveLength(8);
  isWell = true;
  for (let n = 0; n < 40; n += 1) await advise(question('loop-check'));
  expect(asked.length).toBeGreaterThan(10);
});

test('an abort is not a failure', async () => {
  const { advise, asked } = open(() => false);
  for (let n = 0; n < 3; n += 1) await advise({ ...question('loop-check'), signal: AbortSignal.abort() });
  expect(asked).toHaveLength(3);
});
