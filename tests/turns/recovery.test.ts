import { ModelHealth } from '@bowline/models';
import { answer as step } from '@bowline/testkit';
import { expect, test } from 'vitest';
import { echo, openStage, recordTypes, reopenStage } from './play.ts';
import { quickRetries } from './test-models.ts';

const start = ['agent_start', 'user: go', 'session_update scripted'];
const models = { policy: quickRetries };

test('a request to a busy model is retried, and the text shown so far is retracted', async () => {
  const stage = await openStage([step.httpError(503), step.finish(null, 'ha'), step.text('hello')], { models });
  const lines = (await stage.play('go')).filter((line) => !line.startsWith('...'));
  expect(lines).toEqual([
    ...start,
    'error MODEL_UNAVAILABLE (goes on)',
    '~ ha',
    'retracted The answer ended without a finish reason',
    'usage scripted 11/1',
    'error MODEL_INVALID_ANSWER (goes on)',
    '~ hello',
    'agent: hello',
    'usage scripted 11/2',
    'agent_end completed',
  ]);
});

test('the wait is exactly as long as the server requests', async () => {
  const stage = await openStage([step.quota({ retryDelay: '0.2s' }), step.text('hello')]);
  const stage2 = await openStage([step.quota({ retryDelay: '0.2s' }), step.text('hello')], {
    models: { policy: { ...quickRetries, baseMs: 16_000, maxMs: 16_000 } },
  });
  expect((await stage.play('go')).at(-1)).toBe('agent_end failed'); // one request only
  const began = performance.now();
  expect((await stage2.play('go')).at(-1)).toBe('agent_end completed');
  const took = performance.now() - began;
  expect(took).toBeGreaterThanOrEqual(200);
  expect(took).toBeLessThan(2000);
  const countdown = stage2.heard.find((event) => event.type === 'progress');
  expect(countdown?.until).toMatch(/^\d{4}-/);
});

test('a request that cannot succeed is not sent again', async () => {
  for (const [status, code] of [
    [400, 'MODEL_BAD_REQUEST'],
    [401, 'MODEL_AUTH'],
    [403, 'MODEL_FORBIDDEN'],
    [404, 'MODEL_NOT_FOUND'],
  ] as const) {
    const stage = await openStage([step.httpError(status)], { models });
    expect(await stage.play('go')).toEqual([...start, `error ${code}`, 'agent_end failed']);
  }
});

test('a permanent failure ends the turn, with each attempt in the log', async () => {
  const stage = await openStage(
    Array.from({ length: 8 }, () => step.httpError(500)),
    { models },
  );
  const lines = await stage.play('go');
  expect(lines.filter((line) => line === 'error MODEL_UNAVAILABLE (goes on)')).toHaveLength(7);
  expect(lines.slice(-2)).toEqual(['error MODEL_UNAVAILABLE', 'agent_end failed']);
  expect(stage.model.left).toBe(0);
});

test('an abort ends a wait at once', async () => {
  const stage = await openStage([step.quota({ retryDelay: '200s' })], { models });
  await stage.say('go');
  await stage.until('progress');
  expect((await stage.agent.status()).waitsUntil).not.toBeNull();
  const began = performance.now();
  await stage.agent.abort();
  await stage.until('agent_end');
  expect(performance.now() - began).toBeLessThan(1000); // R6 sets the limit
  expect(stage.lines.at(-1)).toBe('agent_end aborted');
});

test('after a side effect a request is still retried, and nothing runs twice', async () => {
  const { tool, runs } = echo('write', 'write');
  const stage = await openStage(
    [step.calls({ name: 'write', args: { text: 'a' } }), step.httpError(500), step.cut('half'), step.text('done')],
    { tools: [tool], models },
  );
  expect((await stage.play('go')).slice(-3)).toEqual(['agent: done', expect.any(String), 'agent_end completed']);
  expect(runs).toHaveLength(1);
});

test('after a side effect a permanent failure ends the turn, and the next message sees the result', async () => {
  const { tool, runs } = echo('write', 'write');
  const stage = await openStage(
    [step.calls({ name: 'write', args: { text: 'a' } }), step.httpError(400), step.text('it is written')],
    { tools: [tool], models },
  );
  const lines = await stage.play('go');
  expect(lines.slice(-2)).toEqual(['error MODEL_BAD_REQUEST', 'agent_end failed']);
  const error = stage.heard.findLast((event) => event.type === 'error');
  expect(error?.hint).toContain('Completed calls stay completed');
  await stage.play('go on');
  expect(runs).toHaveLength(1);
  expect(JSON.stringify(stage.model.requests.at(-1)?.contents)).toContain('functionResponse');
});

test('an empty answer after a tool result ends the turn', async () => {
  const { tool } = echo('look', 'read');
  const stage = await openStage([step.calls({ name: 'look', args: { text: 'a' } }), step.nothing()], { tools: [tool] });
  expect((await stage.play('go')).at(-1)).toBe('agent_end completed');
});

test('a chain falls back to its next model, with the config and tools of that model and the same history', async () => {
  const { tool } = echo('look', 'read');
  const picky = { ...tool, forModel: (model: string) => ({ description: `for ${model}` }) };
  const stage = await openStage(
    [
      step.calls({ name: 'look', args: { text: 'a' } }),
      step.quota({ quotaId: 'GenerateRequestsPerDay' }),
      step.text('b'),
    ],
    {
      tools: [picky],
      models: {
        ...models,
        name: 'pro',
        configs: {
          overrides: [{ match: { model: 'gemini-3.5-flash' }, modelConfig: { generateContentConfig: { topK: 7 } } }],
        },
      },
    },
  );
  const lines = await stage.play('go');
  expect(lines).toContain('warning MODEL_FELL_BACK');
  expect(lines).toContain('session_update gemini-3.5-flash');
  expect(lines.at(-1)).toBe('agent_end completed');
  const [, failed, next] = stage.model.requests;
  expect(failed?.model).toBe('gemini-2.5-pro');
  expect(failed?.config).toMatchObject({ topK: 64, thinkingConfig: { thinkingBudget: 8192 } });
  expect(next?.model).toBe('gemini-3.5-flash');
  expect(next?.config).toMatchObject({ topK: 7, thinkingConfig: { thinkingLevel: 'HIGH' } });
  expect(next?.config.thinkingConfig).not.toHaveProperty('thinkingBudget');
  expect(JSON.stringify(failed?.config.tools)).toContain('for gemini-2.5-pro');
  expect(JSON.stringify(next?.config.tools)).toContain('for gemini-3.5-flash');
  expect(next?.contents).toEqual(failed?.contents);
  // The rest of the turn and the next turn keep this model: the daily quota is used up.
  expect((await stage.agent.status()).model).toBe('gemini-3.5-flash');
});

test('a model that the user named is never replaced', async () => {
  const stage = await openStage([step.quota({ quotaId: 'GenerateRequestsPerDay' })], {
    models: { ...models, name: 'gemini-2.5-pro' },
  });
  expect((await stage.play('go')).slice(-2)).toEqual(['error MODEL_QUOTA', 'agent_end failed']);
});

test('no model is replaced if fallback is off', async () => {
  const stage = await openStage([step.quota({ quotaId: 'GenerateRequestsPerDay' })], {
    models: { ...models, name: 'pro', rules: { fallback: 'never', onQuota: 'fail' } },
  });
  expect((await stage.play('go')).slice(-2)).toEqual(['error MODEL_QUOTA', 'agent_end failed']);
});

test('a model that another session found unavailable gets no request', async () => {
  const health = new ModelHealth();
  health.fail('gemini-2.5-pro', 'quota');
  const stage = await openStage([step.text('a')], { models: { ...models, name: 'pro', health } });
  await stage.play('go');
  expect(stage.model.requests.map(({ model }) => model)).toEqual(['gemini-3.5-flash']);
  expect(stage.lines).toContain('session_update gemini-3.5-flash');
});

test('a model that becomes unavailable in mid-turn is replaced by routing, not after an error', async () => {
  const health = new ModelHealth();
  const { tool } = echo('look', 'read');
  const banning = {
    ...tool,
    parse: (args: Parameters<typeof tool.parse>[0]) => {
      health.fail('gemini-2.5-pro', 'capacity');
      return tool.parse(args);
    },
  };
  const stage = await openStage([step.calls({ name: 'look', args: { text: 'a' } }), step.text('b')], {
    tools: [banning],
    models: { ...models, name: 'pro', health },
  });
  const lines = await stage.play('go');
  expect(lines.filter((line) => line.startsWith('error'))).toEqual([]);
  expect(lines).toContain('warning MODEL_FELL_BACK');
  expect(stage.model.requests.map(({ model }) => model)).toEqual(['gemini-2.5-pro', 'gemini-3.5-flash']);
});

test('an available user is asked, and can switch permanently', async () => {
  const stage = await openStage([step.quota({ quotaId: 'GenerateRequestsPerDay' }), step.text('a'), step.text('b')], {
    models: { ...models, name: 'pro', rules: { fallback: 'ask', onQuota: 'fail' } },
  });
  await stage.say('go');
  const { request } = await stage.until('input_request');
  expect(request.kind === 'choice' && request.options.map(({ id, key }) => `${key} ${id.split(':')[0]}`)).toEqual([
    'w wait',
    't retry',
    'f switch',
    'd always',
    'x stop',
  ]);
  expect(request.title).toBe('Quota reached: gemini-2.5-pro\nThe daily quota is used up.');
  expect(request.expiresAt).toBeUndefined();
  const optionIds = ['always:gemini-3.5-flash'];
  await expect(
    stage.agent.send({ input: { inputId: request.inputId, answer: { kind: 'choice', optionIds: ['always:other'] } } }),
  ).rejects.toMatchObject({ code: 'SEND_INVALID' });
  await stage.agent.send({ input: { inputId: request.inputId, answer: { kind: 'choice', optionIds } } });
  await stage.until('agent_end');
  await stage.play('more');
  expect(stage.model.requests.map(({ model }) => model)).toEqual([
    'gemini-2.5-pro',
    'gemini-3.5-flash',
    'gemini-3.5-flash',
  ]);
});

test.each([
  ['retry', 'agent_end completed'],
  ['stop', 'agent_end failed'],
])('the user can also choose %s', async (id, end) => {
  const stage = await openStage([step.quota({ quotaId: 'GenerateRequestsPerDay' }), step.text('a')], {
    models: { ...models, name: 'pro', rules: { fallback: 'ask', onQuota: 'fail' } },
  });
  await stage.say('go');
  const { request } = await stage.until('input_request');
  await stage.agent.send({ input: { inputId: request.inputId, answer: { kind: 'choice', optionIds: [id] } } });
  await stage.until('agent_end');
  expect(stage.lines.at(-1)).toBe(end);
});

test('a question about a quota answers itself when the quota is back', async () => {
  const policy = { ...quickRetries, attempts: { ...quickRetries.attempts, busy: 1 } };
  const rules = { fallback: 'ask', onQuota: 'wait' } as const;
  const stage = await openStage([step.quota({ retryDelay: '0.3s' }), step.text('back')], { models: { policy, rules } });
  await stage.say('go');
  const { request } = await stage.until('input_request');
  expect(request).toMatchObject({ topic: 'model', title: 'Quota reached: scripted\nToo many requests for now.' });
  expect(request.kind === 'choice' && request.options.map(({ key }) => key)).toEqual(['w', 't', 'x']);
  expect((await stage.agent.status()).waitsUntil).toBe(request.expiresAt);
  await stage.until('agent_end');
  expect(stage.lines).toContain('agent: back');
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(request.expiresAt ?? ''));
});

test('an answer to wait keeps the time', async () => {
  const policy = { ...quickRetries, attempts: { ...quickRetries.attempts, busy: 1 } };
  const rules = { fallback: 'ask', onQuota: 'wait' } as const;
  const stage = await openStage([step.quota({ retryDelay: '0.3s' }), step.text('back')], { models: { policy, rules } });
  await stage.say('go');
  const { request } = await stage.until('input_request');
  const optionIds = [`wait:${request.expiresAt ?? ''}`];
  await stage.agent.send({ input: { inputId: request.inputId, answer: { kind: 'choice', optionIds } } });
  expect((await stage.agent.status()).waitsUntil).toBe(request.expiresAt);
  await stage.until('agent_end');
  expect(stage.lines).toContain('agent: back');
});

test('waiting for a quota is a state of the session that outlives its process', async () => {
  const rules = { fallback: 'switch', onQuota: 'wait' } as const;
  const policy = { ...quickRetries, attempts: { ...quickRetries.attempts, busy: 1 } };
  const stage = await openStage([step.quota({ retryDelay: '2s' })], { models: { policy, rules } });
  await stage.say('go');
  await stage.until('progress');
  const { waitsUntil, activeStreamId } = await stage.agent.status();
  expect(Date.parse(waitsUntil ?? '')).toBeGreaterThan(Date.now());
  const log = await stage.store.open('s1', { owner: { pid: 1, host: 'h', name: 'other' }, takeover: true });
  const later = await reopenStage(log, [step.text('back')], { models: { ...models, rules } });
  expect((await later.agent.status()).waitsUntil).toBe(waitsUntil);
  const { streamId } = await later.agent.send({ action: { name: 'resume' } });
  expect(streamId).toBe(activeStreamId);
  await later.until('agent_end');
  expect(later.lines).toContain('agent: back');
  expect(later.lines.at(-1)).toBe('agent_end completed');
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(waitsUntil ?? ''));
  expect(await recordTypes(log)).toContain('model_failed');
  await later.agent.close();
});

test('a chain whose models all fail ends after one more attempt per model', async () => {
  const stage = await openStage(
    Array.from({ length: 8 }, () => step.httpError(500)),
    { models: { ...models, name: 'pro' } },
  );
  expect((await stage.play('go')).slice(-2)).toEqual(['error MODEL_UNAVAILABLE', 'agent_end failed']);
  const asked = stage.model.requests.map(({ model }) => (model === 'gemini-2.5-pro' ? 'pro' : 'flash'));
  expect(asked).toEqual(['pro', 'pro', 'pro', 'flash', 'flash', 'flash', 'pro', 'flash']);
  expect(stage.model.left).toBe(0);
});

test('a failed turn is retried without its message being sent twice', async () => {
  const stage = await openStage([step.httpError(400), step.text('hello'), step.text('more')], { models });
  expect((await stage.play('go')).at(-1)).toBe('agent_end failed');
  const { streamId } = await stage.agent.send({ action: { name: 'retry', data: { last: true } } });
  expect(streamId).not.toBeNull();
  await stage.until('agent_end', (event) => event.streamId === streamId);
  expect(stage.lines.at(-1)).toBe('agent_end completed');
  expect(stage.lines).toContain('agent: hello');
  const sent = JSON.stringify(stage.model.requests[1]?.contents);
  expect(sent.match(/"go"/g)).toHaveLength(1);
  await expect(stage.agent.send({ action: { name: 'retry', data: { last: true } } })).rejects.toMatchObject({
    code: 'SEND_INVALID',
  });
  expect((await stage.agent.send({ action: { name: 'retry' } })).streamId).toBeNull();
});

test('a turn that waits for the model asks it again at once, and names no model anew', async () => {
  const policy = { ...quickRetries, baseMs: 60_000, maxMs: 60_000 };
  const stage = await openStage([step.httpError(503), step.text('hello')], { models: { policy } });
  await stage.say('go');
  const failed = await stage.until('error');
  expect(failed).toMatchObject({ model: 'scripted', status: 503, attempts: policy.attempts.busy });
  await stage.until('progress');
  await stage.agent.send({ action: { name: 'retry' } });
  await stage.until('agent_end');
  expect(stage.lines).toContain('agent: hello');
  expect(new Set(stage.lines.filter((line) => line.startsWith('session_update')))).toEqual(
    new Set(['session_update scripted']),
  );
});
