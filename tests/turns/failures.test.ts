import { expect, test } from 'vitest';
import { echo, openStage, step } from './play.ts';

const start = ['agent_start', 'user: go', 'session_update scripted'];

test.each([
  [400, 'MODEL_BAD_REQUEST'],
  [401, 'MODEL_AUTH'],
  [403, 'MODEL_FORBIDDEN'],
  [404, 'MODEL_NOT_FOUND'],
  [429, 'MODEL_QUOTA'],
  [500, 'MODEL_UNAVAILABLE'],
])('an API %d fails the turn as %s, and the next message is answered', async (status, code) => {
  const stage = await openStage([step.httpError(status), step.text('ok')]);
  expect(await stage.play('go')).toEqual([...start, `error ${code}`, 'agent_end failed']);
  expect(stage.heard.at(-1)).toMatchObject({
    reason: 'failed',
    message: expect.stringContaining('scripted') as string,
  });
  expect((await stage.play('again')).at(-1)).toBe('agent_end completed');
  expect(stage.model.left).toBe(0);
  expect(stage.model.requests[1]?.contents).toEqual([
    { role: 'user', parts: [{ text: 'go' }] },
    { role: 'user', parts: [{ text: 'again' }] },
  ]);
});

test('a failure after a tool call keeps the result of the call', async () => {
  const { tool } = echo('read');
  const stage = await openStage(
    [step.calls({ name: 'read', args: { text: 'a' } }), step.httpError(500), step.text('ok')],
    { tools: [tool] },
  );
  expect(await stage.play('go')).toEqual([
    ...start,
    'usage scripted 10/2',
    '-> read {"text":"a"}',
    '<- read read a',
    'error MODEL_UNAVAILABLE',
    'agent_end failed',
  ]);
  await stage.play('again');
  expect(stage.model.left).toBe(0);
  expect(stage.model.requests[2]?.contents.map(({ role }) => role)).toEqual(['user', 'model', 'user', 'user']);
});

// The reference leaves the partial text next to the complete one and retracts nothing.
test('an answer without a finish reason is retracted and fails the turn', async () => {
  const stage = await openStage([step.finish(null, 'half'), step.text('ok')]);
  expect(await stage.play('go')).toEqual([
    ...start,
    '~ half',
    'retracted The answer ended without a finish reason',
    'usage scripted 10/2',
    'error MODEL_INVALID_ANSWER',
    'agent_end failed',
  ]);
  const delta = stage.heard.find((event) => event.type === 'message_delta');
  const retracted = stage.heard.find((event) => event.type === 'message_retracted');
  expect(retracted?.messageId).toBe(delta?.messageId);
  await stage.play('again');
  expect(stage.model.left).toBe(0);
  expect(JSON.stringify(stage.model.requests[1])).not.toContain('half');
});

test('a connection that breaks in mid-stream retracts the text shown so far', async () => {
  const stage = await openStage([step.cut('half')]);
  expect(await stage.play('go')).toEqual([
    ...start,
    '~ half',
    'retracted the connection to the model broke',
    'error MODEL_UNREACHABLE',
    'agent_end failed',
  ]);
  expect(stage.model.left).toBe(0);
});

test('an empty answer fails the turn', async () => {
  const stage = await openStage([{}]);
  expect(await stage.play('go')).toEqual([
    ...start,
    'usage scripted 11/0',
    'error MODEL_INVALID_ANSWER',
    'agent_end failed',
  ]);
  expect(stage.heard.at(-1)).toMatchObject({ message: 'The model returned an empty answer' });
  expect(stage.model.left).toBe(0);
});

test('an unexpected error from a client fails the turn with its message', async () => {
  const stage = await openStage([]);
  expect(await stage.play('go')).toEqual([...start, 'error INTERNAL', 'agent_end failed']);
  expect(stage.heard.at(-1)).toMatchObject({ message: 'model called 1 times, the script has 0 steps' });
});

test.each([
  ['MAX_TOKENS', 'max_output'],
  ['SAFETY', 'refused'],
  ['RECITATION', 'refused'],
  ['PROHIBITED_CONTENT', 'refused'],
])('finish %s with text keeps the text and ends as %s, without an error', async (finishReason, reason) => {
  const stage = await openStage([step.finish(finishReason, 'so far')]);
  expect(await stage.play('go')).toEqual([
    ...start,
    '~ so far',
    'agent: so far',
    'usage scripted 10/2',
    `agent_end ${reason}`,
  ]);
  expect(stage.model.left).toBe(0);
});

test('calls take precedence over the finish reason: they run, and the model gets another request', async () => {
  const { tool, runs } = echo('read');
  const stage = await openStage(
    [{ ...step.calls({ name: 'read', args: { text: 'a' } }), finishReason: 'MAX_TOKENS' }, step.text('done')],
    { tools: [tool] },
  );
  expect((await stage.play('go')).at(-1)).toBe('agent_end completed');
  expect(runs).toEqual(['a']);
  expect(stage.model.left).toBe(0);
});

// A.5 #6: in the reference, two counters give two payloads; here a turn has one, which restarts with each message.
test('max turns keeps the last results, sends no further request, and starts counting again with the next message', async () => {
  const { tool, runs } = echo('read');
  const call = step.calls({ name: 'read', args: { text: 'a' } });
  const stage = await openStage([call, call, call, step.text('done')], { tools: [tool], limits: { maxSteps: 2 } });
  expect(await stage.play('go')).toEqual([
    ...start,
    'usage scripted 10/2',
    '-> read {"text":"a"}',
    '<- read read a',
    'usage scripted 10/2',
    '-> read {"text":"a"}',
    '<- read read a',
    'warning MAX_STEPS',
    'agent_end max_steps',
  ]);
  expect(stage.heard.find((event) => event.type === 'notice')).toMatchObject({
    text: 'limit of 2 model calls reached (--max-turns)',
  });
  expect(stage.model.left).toBe(2);
  expect((await stage.play('on')).at(-1)).toBe('agent_end completed');
  expect(stage.model.left).toBe(0);
  expect(runs).toHaveLength(3);
});
