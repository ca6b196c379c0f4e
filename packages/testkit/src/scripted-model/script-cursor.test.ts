import type { Content } from '@google/genai';
import { describe, expect, test } from 'vitest';
import { answer } from './answer.ts';
import type { ModelScript } from '../model-script.ts';
import { ScriptCursor, type ScriptedQuestion } from './script-cursor.ts';

const asks = (model: string, ...contents: readonly Content[]): ScriptedQuestion => ({ model, contents });
const user = (text: string): Content => ({ role: 'user', parts: [{ text }] });
const [a, b, c] = [answer.text('a'), answer.text('b'), answer.text('c')] as const;

interface Row {
  readonly does: string;
  readonly script: ModelScript;
  readonly asked: readonly ScriptedQuestion[];
  readonly answers: readonly (string | undefined)[];
}

describe('a script cursor', () => {
  test.each<Row>([
    {
      does: 'returns steps in order and then nothing',
      script: { steps: [a, b] },
      asked: [asks('m'), asks('n'), asks('m')],
      answers: ['a', 'b', undefined],
    },
    {
      does: 'repeats the last step forever if told to',
      script: { steps: [a, b], repeat: true },
      asked: [asks('m'), asks('m'), asks('m')],
      answers: ['a', 'b', 'b'],
    },
    {
      does: 'returns the default forever after the last step',
      script: { steps: [a], default: c },
      asked: [asks('m'), asks('m'), asks('m')],
      answers: ['a', 'c', 'c'],
    },
    {
      does: 'reserves a rule for its model',
      script: { steps: [a], rules: [{ model: 'flash', steps: [b] }] },
      asked: [asks('flash'), asks('pro')],
      answers: ['b', 'a'],
    },
    {
      does: 'does not use plain steps for a rule that is used up',
      script: { steps: [a], rules: [{ model: 'm', steps: [b] }] },
      asked: [asks('m'), asks('m')],
      answers: ['b', undefined],
    },
    {
      does: 'continues with the next rule that matches',
      script: {
        rules: [
          { model: 'm', steps: [a] },
          { model: '*', steps: [b] },
        ],
      },
      asked: [asks('m'), asks('m')],
      answers: ['a', 'b'],
    },
    {
      does: 'repeats inside a rule',
      script: { rules: [{ model: 'm', steps: [a], repeat: true }] },
      asked: [asks('m'), asks('m')],
      answers: ['a', 'a'],
    },
    {
      does: 'matches text in the last user content only',
      script: { steps: [a], rules: [{ contains: 'blue', steps: [b] }] },
      asked: [asks('m', user('blue'), user('red')), asks('m', user('so blue'), { role: 'model', parts: [] })],
      answers: ['a', 'b'],
    },
    {
      does: 'matches text in a tool response',
      script: { rules: [{ contains: 'ENOENT', steps: [b] }] },
      asked: [asks('m', { role: 'user', parts: [{ functionResponse: { name: 'f', response: { error: 'ENOENT' } } }] })],
      answers: ['b'],
    },
  ])('$does', ({ script, asked, answers }) => {
    const cursor = new ScriptCursor(script);
    expect(asked.map((question) => cursor.next(question)?.chunks?.[0]?.text)).toEqual(answers);
  });

  test('counts unused steps, including those in rules', () => {
    const cursor = new ScriptCursor({ steps: [a, b], rules: [{ model: 'flash', steps: [c] }], repeat: true });
    expect(cursor.left).toBe(3);
    for (let n = 0; n < 5; n++) cursor.next(asks('pro'));
    expect(cursor.left).toBe(1);
  });

  test('reports how often it was called, for which request, and how many steps are left', () => {
    const cursor = new ScriptCursor({ steps: [a], rules: [{ model: 'flash', steps: [c] }] });
    const question = asks('pro', user('hello'));
    cursor.next(question);
    cursor.next(question);
    const error = cursor.toRunOut(question);
    expect(error.message).toBe('model called 2 times, the script has 2 steps; 1 are left, but not for this request');
    expect(error.hint).toBe('pro was asked: hello');
  });
});
