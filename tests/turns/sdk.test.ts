import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@bowline/log';
import { AgentError, AgentSession, toText, type AgentEvent } from '@bowline/protocol';
import { all, outline, owner, scriptedModel, started } from '@bowline/testkit';
import { defineTool, succeed } from '@bowline/tools';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { createLeavableLog } from '../../packages/assembly/src/leavable-log.ts';
import { toBowline } from '../../packages/sdk/src/bowline.ts';
import type { ConfirmationRequest, OnConfirmation } from '../../packages/sdk/src/confirmations.ts';
import { createSessionFiles } from '@bowline/assembly';
import { openSdkBench } from './open-sdk.ts';
import { step } from './play.ts';
import { openTestAgent } from './test-agent.ts';

const usage = { inputTokens: 10, outputTokens: 2, thoughtTokens: 0, cachedTokens: 0 };
const write = step.calls({ name: 'write_file', args: { file_path: 'x.txt', content: 'a' } });

const failureOf = async (asked: Promise<unknown>): Promise<AgentError> => {
  try {
    await asked;
  } catch (thrown) {
    if (AgentError.is(thrown)) return thrown;
  }
  throw new Error('it did not reject with an AgentError');
};

test('an answer contains the text, the reason for the end, denied calls and usage', async () => {
  const model = scriptedModel([write, step.text('I could not.')]);
  const bowline = await openSdkBench().open(model);
  expect(await bowline.ask('go')).toEqual({
    text: 'I could not.',
    reason: 'completed',
    denied: [
      {
        callId: expect.any(String) as string,
        tool: 'write_file',
        target: 'x.txt',
        argsDigest: expect.stringMatching(/^[\da-f]{64}$/) as string,
        reason: expect.stringContaining('needs approval') as string,
        allowedIn: 'auto_edit',
      },
    ],
    usage: { inputTokens: 20, outputTokens: 4, thoughtTokens: 0, cachedTokens: 0 },
    cost: expect.closeTo(20 * 1.25e-6 + 4 * 10e-6, 9) as number,
  });
  expect(model.left).toBe(0);
});

test('the cost of a model without a known price is null', async () => {
  const bowline = await openSdkBench().open(scriptedModel([step.text('hello')]), { model: 'my-own' });
  expect(await bowline.ask('go')).toEqual({ text: 'hello', reason: 'completed', denied: [], usage, cost: null });
});

test('a turn that a limit stops returns an answer with that reason', async () => {
  const bowline = await openSdkBench().open(scriptedModel([write, step.text('never')]), { limits: { maxSteps: 1 } });
  expect(await bowline.ask('go')).toMatchObject({ text: '', reason: 'max_steps' });
});

test('a turn that fails rejects with the code and hint of its error', async () => {
  const bowline = await openSdkBench().open(scriptedModel([step.httpError(401)]));
  const error = await failureOf(bowline.ask('go'));
  expect(error.code).toBe('MODEL_AUTH');
  expect(error.hint).toBeTruthy();
});

test('a turn whose log cannot be written rejects with that error and does not wait for an end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-sdk-'));
  const store = openStore({ root: folder });
  const { log, fence } = createLeavableLog(await store.open('s1', { owner, create: true }), (text) => text);
  await log.append([started('s1')]);
  const tool = defineTool({
    name: 'look',
    description: 'Looks',
    effect: 'read',
    input: z.object({}),
    async run() {
      fence();
      return succeed('seen');
    },
  });
  const agent = await openTestAgent(log, { model: scriptedModel([step.calls({ name: 'look' })]), tools: [tool] });
  onTestFinished(async () => {
    await agent.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const bowline = toBowline({
    session: new AgentSession(agent),
    sessionId: 's1',
    files: createSessionFiles('s1', { bowlineHome: folder, sessionsFolder: folder }),
    close: agent.close.bind(agent),
  });
  expect(await failureOf(bowline.ask('go'))).toMatchObject({
    code: 'SESSION_FENCED',
    message: 'Another process took over session s1',
  });
});

test('an unknown option of ask is rejected', async () => {
  const bowline = await openSdkBench().open(scriptedModel([]));
  const options = { shema: z.string() } as object;
  expect(await failureOf(bowline.ask('go', options))).toMatchObject({
    code: 'OPTIONS_INVALID',
    hint: expect.stringContaining('Did you mean schema?') as string,
  });
});

test.each<{ name: string; onConfirmation: OnConfirmation; reason?: string }>([
  { name: 'an outcome allows the call', onConfirmation: () => 'once' },
  { name: 'an outcome may come later', onConfirmation: async () => await Promise.resolve('session') },
  {
    name: 'a denial has its reason',
    onConfirmation: () => ({ outcome: 'denied', reason: 'not on Fridays' }),
    reason: 'not on Fridays',
  },
  {
    name: 'a throw denies with its message',
    onConfirmation: () => {
      throw new Error('the reviewer is away');
    },
    reason: 'the reviewer is away',
  },
  {
    name: 'an outcome that the folder does not allow denies',
    onConfirmation: () => 'always',
    reason: 'This folder is not trusted, so nothing can be allowed beyond this session',
  },
  {
    name: 'an outcome that there is not denies',
    onConfirmation: () => JSON.parse('"maybe"') as 'once',
    reason: 'Invalid send',
  },
  { name: 'no outcome denies', onConfirmation: () => JSON.parse('null') as 'once', reason: 'must return an outcome' },
])('onConfirmation answers for the user: $name', async ({ onConfirmation, reason }) => {
  const bench = openSdkBench();
  const asked: ConfirmationRequest[] = [];
  const model = scriptedModel([write, step.text('done')]);
  const bowline = await bench.open(model, {
    onConfirmation: (request) => {
      asked.push(request);
      return onConfirmation(request);
    },
  });
  const { text, denied } = await bowline.ask('go');
  expect(text).toBe('done');
  expect(asked).toMatchObject([{ tool: 'write_file', args: { file_path: 'x.txt' } }]);
  expect(existsSync(join(bench.workspace, 'x.txt'))).toBe(reason === undefined);
  expect(denied.map((call) => call.reason)).toEqual(
    reason === undefined ? [] : [expect.stringContaining(reason) as string],
  );
  expect(model.left).toBe(0);
});

test('edited arguments are the ones that run, and the log has who decided', async () => {
  const runs: string[] = [];
  const note = defineTool({
    name: 'note',
    description: 'Keeps a note',
    effect: 'write',
    input: z.object({ text: z.string() }),
    async run({ text }) {
      runs.push(text);
      return succeed(text);
    },
  });
  const call = step.calls({ name: 'note', args: { text: 'a' } });
  const bowline = await openSdkBench().open(scriptedModel([call, step.text('done')]), {
    tools: [note],
    builtInTools: false,
    onConfirmation: () => ({ outcome: 'edited', args: { text: 'b' }, by: 'ada' }),
  });
  await bowline.ask('go');
  expect(runs).toEqual(['b']);
  const events = await all(bowline.session.events());
  expect(events.find((event) => event.type === 'input_response')).toMatchObject({ by: 'ada' });
});

test('a reopened session with a pending approval calls the handler', async () => {
  const bench = openSdkBench();
  const first = await bench.open(scriptedModel([write]), { approval: { canAsk: true } });
  for await (const event of first.stream('go')) if (event.type === 'input_request') break;
  await first.close();
  const model = scriptedModel([step.text('done')]);
  const second = await bench.open(model, { session: { resume: first.id }, onConfirmation: () => 'once' });
  expect((await all(second.session.stream())).at(-1)).toMatchObject({ type: 'agent_end', reason: 'completed' });
  expect(existsSync(join(bench.workspace, 'x.txt'))).toBe(true);
  expect(model.left).toBe(0);
});

const schema = z.object({ name: z.string(), stars: z.int().min(1) });

test('an answer with a schema is data, and the schema is sent but not shown', async () => {
  const model = scriptedModel([step.text('```json\n{"name":"knot","stars":3}\n```')]);
  const bowline = await openSdkBench().open(model);
  const rated = await bowline.ask('Rate it.', { schema });
  expect(rated.data satisfies { name: string; stars: number }).toEqual({ name: 'knot', stars: 3 });
  expect(rated).toMatchObject({ reason: 'completed', usage });
  expect(JSON.stringify(model.requests[0]?.contents)).toContain('JSON Schema');
  const said = (await all(bowline.session.events())).filter((event) => event.type === 'message');
  expect(said.map((event) => toText(event.content))[0]).toBe('Rate it.');
});

test('an answer that does not match is sent back to the model with the problem, and usage counts all attempts', async () => {
  const model = scriptedModel([
    step.text('three stars'),
    step.text('{"name":"knot","stars":0}'),
    step.text('{"name":"knot","stars":3}'),
  ]);
  const bowline = await openSdkBench().open(model);
  const heard: AgentEvent[] = [];
  bowline.session.subscribe((event) => heard.push(event));
  const { data, usage: used } = await bowline.ask('Rate it.', { schema });
  expect(data).toEqual({ name: 'knot', stars: 3 });
  expect(used).toMatchObject({ inputTokens: 30, outputTokens: 6 });
  const turn = (said: string, answered: string): unknown[] => [
    'agent_start',
    expect.stringContaining(`user: ${said}`),
    'session_update gemini-2.5-pro',
    `~ ${answered}`,
    `agent: ${answered}`,
    'usage gemini-2.5-pro 10/2',
    'agent_end completed',
  ];
  expect(outline(heard)).toEqual([
    ...turn('Rate it.', 'three stars'),
    ...turn('The answer does not match the schema: it is not JSON', '{"name":"knot","stars":0}'),
    ...turn('The answer does not match the schema: ', '{"name":"knot","stars":3}'),
  ]);
  expect(JSON.stringify(model.requests[2]?.contents.at(-1))).toContain('at stars');
  expect(model.left).toBe(0);
});

test('after two repairs the last problem is an error', async () => {
  const model = scriptedModel([step.text('a'), step.text('b'), step.text('{"name":"c"}')]);
  const bowline = await openSdkBench().open(model);
  const error = await failureOf(bowline.ask('Rate it.', { schema }));
  expect(error).toMatchObject({ code: 'OUTPUT_INVALID', details: { tries: 3 } });
  expect(error.message).toContain('at stars');
  expect(error.hint).toBeTruthy();
  expect(model.left).toBe(0);
});

test('a turn that a limit stops has no data, with a reason', async () => {
  const bowline = await openSdkBench().open(scriptedModel([write]), { limits: { maxSteps: 1 } });
  const error = await failureOf(bowline.ask('Rate it.', { schema }));
  expect(error).toMatchObject({ code: 'OUTPUT_INVALID', details: { reason: 'max_steps' } });
});

test('a plain JSON Schema works the same, and an unsupported one is rejected before any request', async () => {
  const plain = {
    type: 'object',
    properties: { ok: { type: 'boolean' } },
    required: ['ok'],
    additionalProperties: false,
  };
  const model = scriptedModel([step.text('{"ok":"yes"}'), step.text('{"ok":true}')]);
  const bowline = await openSdkBench().open(model);
  expect((await bowline.ask('Is it?', { schema: plain })).data).toEqual({ ok: true });
  expect(await failureOf(bowline.ask('Is it?', { schema: { if: {}, then: {} } }))).toMatchObject({
    code: 'OPTIONS_INVALID',
  });
  expect(model.requests).toHaveLength(2);
});

test('a session whose process died before its first record starts in the folder where it is opened, not that of the process', async () => {
  const bench = openSdkBench();
  const store = openStore({ root: bench.sessions });
  await (await store.open('cut-short', { owner, create: true })).close();
  await store.close();
  const model = scriptedModel([write, step.text('written')]);
  const bowline = await bench.open(model, { session: { resume: 'cut-short' }, approval: { mode: 'yolo' } });
  expect(bowline.id).toBe('cut-short');
  expect(await bowline.ask('go')).toMatchObject({ text: 'written', denied: [] });
  expect(existsSync(join(bench.workspace, 'x.txt'))).toBe(true);
});
