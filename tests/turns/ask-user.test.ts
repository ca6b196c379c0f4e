import { builtInTools } from '@bowline/tools';
import { expect, test } from 'vitest';
import { openStage, step } from './play.ts';

const tools = builtInTools.filter(({ name }) => name === 'ask_user');
const questions = [
  { question: 'Which port?', options: [{ label: '80' }, { label: '8080' }] },
  { question: 'Why?', type: 'text' },
];

test('a question from the model suspends the turn, and the answers are the result of the call', async () => {
  const stage = await openStage([step.calls({ name: 'ask_user', args: { questions } }), step.text('done')], { tools });
  await stage.say('go');
  const first = await stage.until('input_request', ({ request }) => request.kind === 'choice');
  const second = await stage.until('input_request', ({ request }) => request.kind === 'text');
  const { pendingInputs } = await stage.agent.status();
  expect(pendingInputs.map(({ title }) => title)).toEqual(['Which port?', 'Why?']);
  // In any order, one by one: the model waits for all answers.
  const answer = { kind: 'text', text: 'because' } as const;
  await stage.agent.send({ input: { inputId: second.request.inputId, answer } });
  await stage.agent.send({
    input: { inputId: first.request.inputId, answer: { kind: 'choice', optionIds: ['2'] } },
  });
  await stage.until('agent_end');
  expect(JSON.stringify(stage.model.requests[1]?.contents)).toContain('Which port?\\n8080\\n\\nWhy?\\nbecause');
});

test('a choice can be answered in other words, which other choices cannot', async () => {
  const stage = await openStage([step.calls({ name: 'ask_user', args: { questions } }), step.text('done')], { tools });
  await stage.say('go');
  const { request } = await stage.until('input_request', ({ request: { kind } }) => kind === 'choice');
  await stage.agent.send({ input: { inputId: request.inputId, answer: { kind: 'text', text: '8443' } } });
  const second = await stage.until('input_request', ({ request: { kind } }) => kind === 'text');
  await stage.agent.send({ input: { inputId: second.request.inputId, answer: { kind: 'text', text: 'so' } } });
  await stage.until('agent_end');
  expect(JSON.stringify(stage.model.requests[1]?.contents)).toContain('Which port?\\n8443');
});

test('the user can decline to answer', async () => {
  const stage = await openStage([step.calls({ name: 'ask_user', args: { questions } }), step.text('done')], { tools });
  await stage.say('go');
  await stage.until('input_request', ({ request }) => request.kind === 'text');
  for (const { inputId } of (await stage.agent.status()).pendingInputs)
    await stage.agent.send({ input: { inputId, answer: { kind: 'declined' } } });
  await stage.until('agent_end');
  expect(JSON.stringify(stage.model.requests[1]?.contents)).toContain('declined to answer');
});
