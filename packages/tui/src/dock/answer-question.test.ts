import { AgentError, type InputAnswer } from '@bowline/protocol';
import { expect, it } from 'vitest';
import type { Confirmation } from '../questions/confirmation-actions.ts';
import { answerQuestion, type AnswerTakers } from './answer-question.ts';

const request: Confirmation = {
  kind: 'confirmation',
  inputId: 'a',
  title: 'Write a?',
  callId: 'a',
  tool: 'write_file',
  args: { file_path: 'a' },
  effect: 'write',
  digest: 'd',
  findings: [],
};

function open(more: Partial<AnswerTakers> = {}) {
  const told: unknown[] = [];
  const takers: AnswerTakers = {
    onAnswer: (inputId: string, answer: InputAnswer) => void told.push([inputId, answer]),
    onPreview: (inputId) => void told.push([inputId, 'preview']),
    edit: async () => null,
    refuse: ({ inputId }, problem) => void told.push([inputId, problem]),
    ...more,
  };
  return { told, takers };
}

it('reports why an answer was rejected', async () => {
  const onAnswer = async (): Promise<void> => {
    throw new AgentError('UNKNOWN_INPUT', 'the time to answer has expired', { hint: 'ask again' });
  };
  const { told, takers } = open({ onAnswer });
  await answerQuestion({ kind: 'answer', request, answer: { kind: 'declined' } }, takers);
  expect(told).toEqual([['a', 'the time to answer has expired (ask again)']]);
});

it('answers with the edited call, and reports an invalid edit', async () => {
  const texts = ['{', '{"file_path":"c"}'];
  const { told, takers } = open({ edit: async () => texts.shift() ?? null });
  await answerQuestion({ kind: 'edit', request }, takers);
  await answerQuestion({ kind: 'edit', request }, takers);
  await answerQuestion({ kind: 'edit', request }, takers);
  expect(told).toEqual([
    ['a', expect.stringContaining('Not a valid JSON object')],
    ['a', { kind: 'confirmation', outcome: 'edited', digest: 'd', args: { file_path: 'c' } }],
  ]);
});
