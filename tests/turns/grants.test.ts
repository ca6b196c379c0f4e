import type { Decision, KeptRule } from '@bowline/runtime';
import { answer as step } from '@bowline/testkit';
import { stepBoard, type CallBoard } from '@bowline/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import { echo, openStage, reopenStage } from './play.ts';

afterEach(() => {
  vi.useRealTimers();
});

const call = (text: string) => step.calls({ name: 'write', args: { text } });
const grant = { text: 'write on any file', rule: '[[rule]]\ntoolName = "write"\n', project: '/repo' };
const ask: Decision = { verdict: 'ask', rule: 'ask first (rules.toml:3)', grant };
const findings = [{ check: 'protected', severity: 'danger', message: 'it is a git hook' }] as const;

test('an answer for the session is passed to every later decision, also after a restart', async () => {
  const { tool, runs } = echo('write', 'write');
  const seen: (readonly string[])[] = [];
  const decide = async (_: unknown, { grants }: { grants: readonly string[] }): Promise<Decision> => {
    seen.push(grants);
    return grants.includes(grant.rule) ? { verdict: 'allow' } : ask;
  };
  const stage = await openStage([call('a'), call('b'), step.text('done')], { tools: [tool], decide });
  await stage.say('go');
  const question = await stage.asked('write');
  expect(question.grant).toEqual(grant);
  await stage.agent.send({
    input: { inputId: question.inputId, answer: { kind: 'confirmation', outcome: 'session', digest: question.digest } },
  });
  await stage.until('agent_end');
  expect(runs).toEqual(['a', 'b']);
  const log = await stage.store.open('s1', { owner: { pid: 1, host: 'h', name: 'other' }, takeover: true });
  const later = await reopenStage(log, [call('c'), step.text('done')], { tools: [tool], decide });
  await later.play('more');
  expect(runs).toEqual(['a', 'b', 'c']);
  expect(seen.at(-1)).toEqual([grant.rule]);
  await later.agent.close();
});

test.each([
  ['project', { rule: grant.rule, project: '/repo' }],
  ['always', { rule: grant.rule }],
] as const)('an answer for %s saves the rule with its scope, outside the session', async (outcome, expected) => {
  const { tool } = echo('write', 'write');
  const kept: KeptRule[] = [];
  const seen: (readonly string[])[] = [];
  const keepRule = async (rule: KeptRule): Promise<void> => {
    kept.push(rule);
  };
  const decide = async (_: unknown, { grants }: { grants: readonly string[] }): Promise<Decision> => {
    seen.push(grants);
    return kept.length === 0 ? ask : { verdict: 'allow' };
  };
  const stage = await openStage([call('a'), call('b'), step.text('done')], { tools: [tool], decide, keepRule });
  await stage.say('go');
  const { inputId, digest } = await stage.asked('write');
  await stage.agent.send({ input: { inputId, answer: { kind: 'confirmation', outcome, digest } } });
  await stage.until('agent_end');
  expect(kept).toEqual([expected]);
  // The user can remove a saved rule, so the session does not keep a copy.
  expect(seen.at(-1)).toEqual([]);
});

test('in an untrusted folder nothing can be allowed beyond the session', async () => {
  const { tool } = echo('write', 'write');
  const kept: KeptRule[] = [];
  const { project: _, ...untrusted } = grant;
  const stage = await openStage([call('a'), step.text('done')], {
    tools: [tool],
    decide: async () => ({ ...ask, grant: untrusted }),
    keepRule: async (rule) => void kept.push(rule),
  });
  await stage.say('go');
  const { inputId, digest } = await stage.asked('write');
  for (const outcome of ['project', 'always'] as const) {
    const sent = stage.agent.send({ input: { inputId, answer: { kind: 'confirmation', outcome, digest } } });
    await expect(sent).rejects.toMatchObject({ code: 'SEND_INVALID' });
  }
  await stage.agent.send({ input: { inputId, answer: { kind: 'confirmation', outcome: 'session', digest } } });
  await stage.until('agent_end');
  expect(kept).toEqual([]);
});

test('a call that can only be allowed once cannot be allowed for longer', async () => {
  const { tool } = echo('write', 'write');
  const stage = await openStage([call('a'), step.text('done')], {
    tools: [tool],
    decide: async () => ({ verdict: 'ask', findings }),
  });
  await stage.say('go');
  const { inputId, digest, findings: shown } = await stage.asked('write');
  expect(shown).toEqual(findings);
  const always = { input: { inputId, answer: { kind: 'confirmation', outcome: 'always', digest } } } as const;
  await expect(stage.agent.send(always)).rejects.toMatchObject({ code: 'SEND_INVALID' });
});

test('a call is decided again before it runs: one edited into a forbidden call is denied', async () => {
  const { tool, runs } = echo('write', 'write');
  const decide = async ({ args }: { args: Record<string, unknown> }): Promise<Decision> =>
    args['text'] === 'evil' ? { verdict: 'deny', reason: 'never that' } : ask;
  const stage = await openStage([call('good'), step.text('ok')], { tools: [tool], decide });
  await stage.say('go');
  const question = await stage.asked('write');
  await stage.answer(question, { outcome: 'edited', args: { text: 'evil' } });
  await stage.until('agent_end');
  expect(runs).toEqual([]);
  expect(stage.lines).toContain('<- write error never that');
});

test('an approval without an answer in time expires, and the model is told', async () => {
  const { tool, runs } = echo('write', 'write');
  const stage = await openStage([call('a'), step.text('ok')], {
    tools: [tool],
    decide: async () => ask,
    approval: { expireMs: 60 },
  });
  await stage.say('go');
  const { inputId, digest, expiresAt } = await stage.asked('write');
  expect(Date.parse(expiresAt ?? '')).toBeGreaterThan(0);
  await stage.until('agent_end');
  expect(runs).toEqual([]);
  expect(stage.lines).toContain('! expired');
  expect(stage.lines).toContain('<- write error the user did not answer in time');
  const late = { input: { inputId, answer: { kind: 'confirmation', outcome: 'once', digest } } } as const;
  await expect(stage.agent.send(late)).rejects.toMatchObject({ code: 'UNKNOWN_INPUT' });
});

test('an approval that expired while no process was running is closed on resume', async () => {
  const { tool } = echo('write', 'write');
  const options = { tools: [tool], decide: async () => ask, approval: { expireMs: 60_000 } };
  const stage = await openStage([call('a')], options);
  await stage.say('go');
  await stage.asked('write');
  const log = await stage.store.open('s1', { owner: { pid: 1, host: 'h', name: 'other' }, takeover: true });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_001 });
  const later = await reopenStage(log, [step.text('ok')], options);
  await later.agent.send({ action: { name: 'resume' } });
  await later.until('agent_end');
  expect(later.lines).toContain('! expired');
  await later.agent.close();
});

test('in a mixed batch, allowed calls run at once, their results survive the wait, and the model gets all responses together', async () => {
  const { tool: read, runs: reads } = echo('read', 'read');
  const { tool: write, runs: writes } = echo('write', 'write');
  const { tool: never } = echo('never', 'execute');
  const decide = async ({ name }: { name: string }): Promise<Decision> =>
    name === 'write' ? ask : name === 'never' ? { verdict: 'deny', reason: 'not here' } : { verdict: 'allow' };
  const names = ['read', 'write', 'never', 'hosted'];
  const batch = step.calls(...names.map((name) => ({ name, args: { text: name } })));
  const hostTools = [{ name: 'hosted', description: 'by the host', parameters: {} }];
  const options = { tools: [read, write, never], hostTools, decide };
  const stage = await openStage([batch], options);
  await stage.say('go');
  const question = await stage.asked('write');
  await stage.until('tool_response', ({ name }) => name === 'read');
  expect(reads).toEqual(['read']);
  const log = await stage.store.open('s1', { owner: { pid: 1, host: 'h', name: 'other' }, takeover: true });
  const later = await reopenStage(log, [step.text('all four')], options);
  const hosted = stage.heard.find((event) => event.type === 'tool_request' && event.name === 'hosted');
  const callId = hosted?.type === 'tool_request' ? hosted.callId : '';
  const content = [{ type: 'text' as const, text: 'from the host' }];
  await later.agent.send({ input: { inputId: callId, answer: { kind: 'tool_result', content, isError: false } } });
  expect(later.model.requests).toHaveLength(0);
  await later.answer(question, { outcome: 'once' });
  await later.until('agent_end');
  expect([reads, writes]).toEqual([['read'], ['write']]);
  expect(later.model.requests).toHaveLength(1);
  const responses = later.model.requests[0]?.contents
    .flatMap(({ parts }) => parts ?? [])
    .flatMap((part) => part.functionResponse?.name ?? []);
  expect(responses).toEqual(names);
  await later.agent.close();
});

test('a call board shows the status of each call, and is the same on replay', async () => {
  const { tool } = echo('write', 'write');
  const stage = await openStage([call('a'), step.text('done')], { tools: [tool], decide: async () => ask });
  await stage.say('go');
  const question = await stage.asked('write');
  const statuses: (string | undefined)[] = [];
  let board: CallBoard = new Map();
  for (const event of stage.heard) {
    board = stepBoard(board, event);
    const status = board.get(question.callId)?.status;
    if (status !== statuses.at(-1)) statuses.push(status);
  }
  stage.agent.subscribe((event) => {
    board = stepBoard(board, event);
    const status = board.get(question.callId)?.status;
    if (status !== statuses.at(-1)) statuses.push(status);
  });
  await stage.answer(question, { outcome: 'once' });
  await stage.until('agent_end');
  expect(statuses).toEqual(
    [undefined, 'deciding', 'awaiting', 'running', 'finished'].slice(statuses[0] === undefined ? 0 : 1),
  );
  let replayed: CallBoard = new Map();
  for await (const event of stage.agent.events()) replayed = stepBoard(replayed, event);
  expect(replayed).toEqual(board);
  const shown = replayed.get(question.callId);
  expect(shown?.rule).toBe('ask first (rules.toml:3)');
  expect([shown?.requestedAt, shown?.decidedAt, shown?.startedAt, shown?.endedAt].every((at) => at !== undefined)).toBe(
    true,
  );
});
