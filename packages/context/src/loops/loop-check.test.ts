import type { Content } from '@google/genai';
import { describe, expect, test } from 'vitest';
import { isLoop, loopAnswerSchema, planLoopCheck, toLoopQuestion } from './loop-check.ts';

describe('checks a turn', () => {
  test.each<[string, Parameters<typeof planLoopCheck>[0], ReturnType<typeof planLoopCheck>]>([
    ['not at first', { steps: 3, lastCheck: null }, { isDue: false, at: 30 }],
    ['at its 30th step', { steps: 30, lastCheck: null }, { isDue: true, at: 30 }],
    ['late, when that was missed', { steps: 41, lastCheck: null }, { isDue: true, at: 41 }],
    ['seldom, when all was well', { steps: 31, lastCheck: { step: 30, confidence: 0 } }, { isDue: false, at: 45 }],
    ['now and then in between', { steps: 40, lastCheck: { step: 30, confidence: 0.5 } }, { isDue: true, at: 40 }],
    ['soon, when it looked odd', { steps: 34, lastCheck: { step: 30, confidence: 1 } }, { isDue: false, at: 35 }],
  ])('%s', (_, facts, plan) => {
    expect(planLoopCheck(facts)).toEqual(plan);
  });
});

test.each<[readonly number[], boolean]>([
  [[], false],
  [[1], false],
  [[0.95, 0.5], false],
  [[0.5, 0.95], false],
  [[0.9, 0.9], true],
  [[0.1, 0.9, 1], true],
])('confidences %j count as a loop: %s', (list, expected) => {
  expect(isLoop(list.map((confidence) => ({ confidence, reason: '' })))).toBe(expected);
});

test('requires a confidence between 0 and 1', () => {
  expect(loopAnswerSchema.safeParse({ confidence: 0.4, reason: 'it reads on' }).success).toBe(true);
  expect(loopAnswerSchema.safeParse({ confidence: 4, reason: 'x' }).success).toBe(false);
});

describe('the request', () => {
  const steps = (count: number, text = 'x'): Content[] =>
    Array.from({ length: count }, (_, n) =>
      n % 2 === 0
        ? { role: 'model', parts: [{ functionCall: { name: 'read_file', args: { file_path: `f${n}.ts` } } }] }
        : { role: 'user', parts: [{ functionResponse: { name: 'read_file', response: { output: text } } }] },
    );
  const asked: Content = { role: 'user', parts: [{ text: 'Fix the tests' }] };
  const textOf = (contents: readonly Content[]): string =>
    toLoopQuestion(contents)
      .contents.flatMap(({ parts = [] }) => parts.map(({ text = '' }) => text))
      .join('');

  test('is plain text from one speaker', () => {
    const { contents, instruction } = toLoopQuestion([asked, ...steps(4)]);
    expect(contents).toMatchObject([{ role: 'user', parts: [{ text: expect.any(String) as string }] }]);
    expect(instruction).toContain('confidence');
  });

  test('shows the last twenty contents and the task', () => {
    const text = textOf([asked, ...steps(60)]);
    expect(text).toContain('Fix the tests');
    expect(text).toContain('f58.ts');
    expect(text).toContain('f40.ts');
    expect(text).not.toContain('f38.ts');
  });

  test('shows the task once', () => {
    expect(textOf([asked, ...steps(4)]).match(/Fix the tests/g)).toHaveLength(1);
  });

  test('stays short for results of any length', () => {
    const long = { role: 'user', parts: [{ text: 'y'.repeat(100_000) }] };
    expect(textOf([long, ...steps(60, 'x'.repeat(50_000))]).length).toBeLessThan(30_000);
  });
});
