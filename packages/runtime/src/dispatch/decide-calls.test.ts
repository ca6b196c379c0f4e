import type { NewRecord } from '@bowline/log';
import { defineTool, fail, succeed } from '@bowline/tools';
import { type Workspace } from '@bowline/workspace';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { CallState } from '../state/turn-state.ts';
import { digestCall } from './call-digest.ts';
import { describeImpossible } from './call-place.ts';
import { decideCalls } from './decide-calls.ts';
import type { Decide } from './decision.ts';

const write = defineTool({
  name: 'write_file',
  description: '',
  effect: 'write',
  input: z.object({ path: z.string() }),
  display: ({ path }) => ({ type: 'text', text: `writes ${path}` }),
  run: async () => succeed(''),
});
const edit = defineTool({
  name: 'edit',
  description: '',
  effect: 'write',
  input: z.object({ path: z.string() }),
  refusal: async ({ path }) => (path === 'gone' ? fail('file_not_found', 'gone does not exist') : undefined),
  run: async () => succeed(''),
});
const call = (callId: string, name: string, args: CallState['args'] = { path: 'x' }): CallState => ({
  callId,
  at: '',
  name,
  args,
  effect: 'write',
  executor: 'local',
  after: [],
  verdict: null,
  inputId: null,
  expiresAt: null,
  outcome: null,
  asked: [],
  attempts: 0,
  blocked: null,
  held: [],
  key: null,
  hostUntil: null,
  isFinished: false,
});

async function decide(decideOne: Decide, ...calls: readonly CallState[]): Promise<NewRecord[]> {
  let id = 0;
  return await decideCalls(calls, {
    tools: new Map([write, edit].map((tool) => [tool.name, tool])),
    hostTools: new Set(['open_editor']),
    decide: decideOne,
    mode: 'default',
    grants: [],
    workspace: {} as Workspace,
    newId: () => `i${(id += 1)}`,
  });
}
const decided = (callId: string, verdict: string, more = {}): object => ({
  type: 'tool_decided',
  body: { callId, verdict, findings: [], ...more },
});
/** The response to call a. */
const refusal = (name: string, errorType: string, text: unknown): object => ({
  type: 'tool_finished',
  body: { callId: 'a', name, content: [{ type: 'text', text }], isError: true, errorType },
});
const nobody: Decide = async () => {
  throw new TypeError('was asked');
};

test('an allowed call has its verdict and its rule, and nothing else', async () => {
  const records = await decide(async () => ({ verdict: 'allow', rule: 'r1' }), call('a', 'write_file'));
  expect(records).toEqual([decided('a', 'allow', { rule: 'r1' })]);
});

test('a denied call has its response, with the reason of the rule', async () => {
  const records = await decide(async () => ({ verdict: 'deny', reason: 'not here' }), call('a', 'write_file'));
  expect(records).toEqual([decided('a', 'deny'), refusal('write_file', 'policy_violation', 'not here')]);
});

test('a call denied without a reason says that it is denied', async () => {
  const [, response] = await decide(async () => ({ verdict: 'deny' }), call('a', 'write_file'));
  expect(response).toEqual(refusal('write_file', 'policy_violation', 'write_file is not allowed here'));
});

test('refuses a call that cannot succeed, without asking the user', async () => {
  const ask: Decide = async () => ({ verdict: 'ask' });
  expect(await decide(ask, call('a', 'edit', { path: 'gone' }))).toEqual([
    decided('a', 'deny'),
    refusal('edit', 'file_not_found', 'gone does not exist'),
  ]);
  const types = async (one: CallState): Promise<string[]> => (await decide(ask, one)).map(({ type }) => type);
  expect(await types(call('a', 'edit'))).toEqual(['tool_decided', 'input_requested']);
  // An earlier call in the batch may create the file.
  expect(await types({ ...call('a', 'edit', { path: 'gone' }), after: ['b'] })).toContain('input_requested');
});

test('a call that needs approval has a request for this exact call', async () => {
  const one = call('a', 'write_file');
  expect(await decide(async () => ({ verdict: 'ask', rule: 'r1' }), one)).toEqual([
    decided('a', 'ask', { rule: 'r1' }),
    {
      type: 'input_requested',
      body: {
        request: {
          kind: 'confirmation',
          inputId: 'i1',
          title: 'Run write_file?',
          callId: 'a',
          tool: 'write_file',
          args: { path: 'x' },
          effect: 'write',
          digest: digestCall(one),
          findings: [],
          display: { type: 'text', text: 'writes x' },
          rule: 'r1',
        },
      },
    },
  ]);
});

test('denies an unknown tool with the nearest name, without asking the user', async () => {
  expect(await decide(nobody, call('a', 'write_fil'))).toEqual([
    decided('a', 'deny'),
    refusal('write_fil', 'tool_not_registered', 'there is no tool write_fil; did you mean write_file?'),
  ]);
});

test('denies an unknown tool that is not similar to any known one', async () => {
  const [, response] = await decide(nobody, call('a', 'make_coffee'));
  expect(response).toEqual(refusal('make_coffee', 'tool_not_registered', 'there is no tool make_coffee'));
});

test('denies invalid arguments with an explanation, without asking the user', async () => {
  expect(await decide(nobody, call('a', 'write_file', { path: 1 }))).toEqual([
    decided('a', 'deny'),
    refusal('write_file', 'invalid_tool_params', expect.stringContaining('Invalid arguments for write_file')),
  ]);
});

test('decides a call of a host tool like any other', async () => {
  const records = await decide(async () => ({ verdict: 'ask' }), { ...call('a', 'open_editor'), executor: 'host' });
  expect(records).toMatchObject([decided('a', 'ask'), { type: 'input_requested' }]);
});

test.each<[string, unknown, string]>([
  ['an error', new TypeError('rules.toml:3 is not valid'), 'rules.toml:3 is not valid'],
  ['anything else', 'nothing', 'nothing'],
])('denies a call if its decision throws %s, with the reason', async (_, thrown, why) => {
  const records = await decide(
    async () => {
      throw thrown;
    },
    call('a', 'write_file'),
  );
  expect(records).toEqual([
    decided('a', 'deny'),
    refusal('write_file', 'policy_violation', `the policy could not be evaluated: ${why}`),
  ]);
});

test('a failed decision affects only its own call', async () => {
  const records = await decide(
    async ({ args }) => {
      if (args['path'] === 'bad') throw new TypeError('x');
      return { verdict: 'allow' };
    },
    call('a', 'write_file', { path: 'bad' }),
    call('b', 'write_file'),
  );
  expect(records).toMatchObject([decided('a', 'deny'), { type: 'tool_finished' }, decided('b', 'allow')]);
});

test('decisions are in the order of the calls, whichever is made first', async () => {
  let release: () => void = () => {};
  const second = new Promise<void>((resolve) => {
    release = resolve;
  });
  const records = await decide(
    async ({ args }) => {
      if (args['path'] === '1') await second;
      else release();
      return { verdict: 'allow' };
    },
    call('a', 'write_file', { path: '1' }),
    call('b', 'write_file', { path: '2' }),
  );
  expect(records).toEqual([decided('a', 'allow'), decided('b', 'allow')]);
});

test('findings contain nothing that affects a terminal', async () => {
  const findings = [{ check: 'x', severity: 'danger', message: 'reads a\u001B[2Kb\nc\u009Bd\u202E' } as const];
  const records = await decide(async () => ({ verdict: 'ask', findings }), call('a', 'write_file'));
  const told = JSON.stringify(records);
  expect(told).toContain('reads a␛[2Kb␊c⟨U+009B⟩d⟨U+202E⟩');
  expect(told).not.toMatch(/\\u001b|\\n|\u009B|\u202E/i);
});

test('a call that would run aside is denied where that is impossible, and is not decided at all', async () => {
  const records = await decideCalls([call('a', 'write_file')], {
    tools: new Map([[write.name, write]]),
    hostTools: new Set(),
    decide: nobody,
    mode: 'preview',
    grants: [],
    workspace: {} as Workspace,
    newId: () => 'i',
    placeOf: async () => ({ kind: 'nowhere', reason: describeImpossible('no bubblewrap') }),
  });
  expect(records).toEqual([
    decided('a', 'deny'),
    refusal('write_file', 'policy_violation', expect.stringContaining('Nothing was run')),
  ]);
});
