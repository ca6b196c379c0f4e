import { defineTool, fail, succeed } from '@bowline/tools';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createGate, echo, openStage, step } from './play.ts';

const start = ['agent_start', 'user: go', 'session_update scripted'];
const done = ['~ done', 'agent: done', 'usage scripted 10/2', 'agent_end completed'];

// The reference has usage after the requests; here an answer is one record: its text, its usage, then its calls.
test('one tool', async () => {
  const { tool, runs } = echo('read');
  const stage = await openStage([step.calls({ name: 'read', args: { text: 'a' } }), step.text('done')], {
    tools: [tool],
  });
  expect(await stage.play('go')).toEqual([
    ...start,
    'usage scripted 10/2',
    '-> read {"text":"a"}',
    '<- read read a',
    ...done,
  ]);
  expect(stage.model.left).toBe(0);
  expect(runs).toEqual(['a']);
});

test('two tools in one batch with text: both results are sent together, in the order of the calls', async () => {
  const slow = createGate();
  const tools = [
    defineTool({
      name: 'slow',
      description: '',
      effect: 'read',
      input: z.object({}),
      async run() {
        await slow.opened;
        return succeed('slow done');
      },
    }),
    defineTool({
      name: 'fast',
      description: '',
      effect: 'read',
      input: z.object({}),
      async run() {
        slow.open();
        return succeed('fast done');
      },
    }),
  ];
  const stage = await openStage([step.textAndCalls('both', { name: 'slow' }, { name: 'fast' }), step.text('done')], {
    tools,
  });
  expect(await stage.play('go')).toEqual([
    ...start,
    '~ both',
    'agent: both',
    'usage scripted 10/2',
    '-> slow {}',
    '-> fast {}',
    '<- fast fast done',
    '<- slow slow done',
    ...done,
  ]);
  expect(stage.model.left).toBe(0);
  const [, calls, results] = stage.model.requests[1]?.contents ?? [];
  const ids = calls?.parts?.flatMap(({ functionCall }) => functionCall?.id ?? []) ?? [];
  expect(new Set(ids).size).toBe(2);
  expect(results).toEqual({
    role: 'user',
    parts: [
      { functionResponse: { id: ids[0], name: 'slow', response: { output: 'slow done' } } },
      { functionResponse: { id: ids[1], name: 'fast', response: { output: 'fast done' } } },
    ],
  });
});

test('two tools in two steps', async () => {
  const { tool, runs } = echo('read');
  const stage = await openStage(
    [
      step.calls({ name: 'read', args: { text: 'a' } }),
      step.calls({ name: 'read', args: { text: 'b' } }),
      step.text('done'),
    ],
    { tools: [tool] },
  );
  expect(await stage.play('go')).toEqual([
    ...start,
    'usage scripted 10/2',
    '-> read {"text":"a"}',
    '<- read read a',
    'usage scripted 10/2',
    '-> read {"text":"b"}',
    '<- read read b',
    ...done,
  ]);
  expect(stage.model.left).toBe(0);
  expect(runs).toEqual(['a', 'b']);
});

test('earlier contents are sent again unchanged, followed by the new ones', async () => {
  const { tool } = echo('read');
  const stage = await openStage(
    [
      {
        chunks: [
          { thought: { text: 'hm', signature: 's1' } },
          { calls: [{ name: 'read', args: { text: 'a' }, signature: 's2' }] },
        ],
      },
      step.calls({ name: 'read', args: { text: 'b' } }),
      step.text('done'),
      step.text('more'),
    ],
    { tools: [tool] },
  );
  await stage.play('go');
  await stage.play('on');
  const requests = stage.model.requests.map(({ contents }) => contents);
  expect(requests.map((contents) => contents.length)).toEqual([1, 3, 5, 7]);
  for (const [n, contents] of requests.entries()) {
    expect(requests[n + 1]?.slice(0, contents.length) ?? contents).toEqual(contents);
  }
  expect(requests[3]?.[1]?.parts?.map(({ thoughtSignature }) => thoughtSignature)).toEqual(['s1', 's2']);
});

test('a tool that fails returns the reason, and the model continues', async () => {
  const tool = defineTool({
    name: 'read',
    description: '',
    effect: 'read',
    input: z.object({}),
    run: async () => fail('file_not_found', 'no such file'),
  });
  const stage = await openStage([step.calls({ name: 'read' }), step.text('done')], { tools: [tool] });
  expect(await stage.play('go')).toEqual([
    ...start,
    'usage scripted 10/2',
    '-> read {}',
    '<- read error no such file',
    ...done,
  ]);
  expect(stage.model.left).toBe(0);
  expect(await stage.until('tool_response')).toMatchObject({ errorType: 'file_not_found' });
  expect(stage.model.requests[1]?.contents.at(-1)?.parts?.[0]?.functionResponse?.response).toEqual({
    error: 'no such file',
  });
});

test('a tool that throws is a failed call, not a failed turn', async () => {
  const tool = defineTool({
    name: 'read',
    description: '',
    effect: 'read',
    input: z.object({}),
    run: async () => {
      throw new TypeError('a bug');
    },
  });
  const stage = await openStage([step.calls({ name: 'read' }), step.text('done')], { tools: [tool] });
  expect(await stage.play('go')).toEqual([
    ...start,
    'usage scripted 10/2',
    '-> read {}',
    '<- read error a bug',
    ...done,
  ]);
  expect(await stage.until('tool_response')).toMatchObject({ errorType: 'unhandled_exception' });
});

test('an unknown tool gets the nearest name as its response', async () => {
  const { tool, runs } = echo('read_file');
  const stage = await openStage([step.calls({ name: 'read_fil', args: { text: 'a' } }), step.text('done')], {
    tools: [tool],
  });
  expect(await stage.play('go')).toEqual([
    ...start,
    'usage scripted 10/2',
    '-> read_fil {"text":"a"}',
    '<- read_fil error there is no tool read_fil; did you mean read_file?',
    ...done,
  ]);
  expect(stage.model.left).toBe(0);
  expect(await stage.until('tool_response')).toMatchObject({ errorType: 'tool_not_registered' });
  expect(runs).toEqual([]);
});

test('invalid arguments get the validation errors as their response', async () => {
  const { tool, runs } = echo('read');
  const stage = await openStage([step.calls({ name: 'read', args: { text: 1 } }), step.text('done')], {
    tools: [tool],
  });
  const lines = await stage.play('go');
  expect(lines.map((line) => line.split('\n')[0])).toEqual([
    ...start,
    'usage scripted 10/2',
    '-> read {"text":1}',
    '<- read error Invalid arguments for read: ✖ Invalid input: expected string, received number',
    ...done,
  ]);
  expect(stage.model.left).toBe(0);
  expect(await stage.until('tool_response')).toMatchObject({ errorType: 'invalid_tool_params' });
  expect(runs).toEqual([]);
});

// The reference does not declare a denied tool and then says that it does not exist.
test('a denied tool gets the reason as its response, and never runs', async () => {
  const { tool, runs } = echo('write', 'write');
  const stage = await openStage([step.calls({ name: 'write', args: { text: 'a' } }), step.text('done')], {
    tools: [tool],
    decide: async () => ({ verdict: 'deny', reason: 'only in the workspace', rule: 'rules.toml:3' }),
  });
  expect(await stage.play('go')).toEqual([
    ...start,
    'usage scripted 10/2',
    '-> write {"text":"a"}',
    '<- write error only in the workspace',
    ...done,
  ]);
  expect(stage.model.left).toBe(0);
  expect(await stage.until('tool_response')).toMatchObject({ errorType: 'policy_violation' });
  expect(runs).toEqual([]);
});

test('output of a running tool is shown while it runs', async () => {
  const tool = defineTool({
    name: 'build',
    description: '',
    effect: 'execute',
    input: z.object({}),
    async run(_, { update }) {
      update('compiling');
      update('linking');
      return succeed('built');
    },
  });
  const stage = await openStage([step.calls({ name: 'build' }), step.text('done')], { tools: [tool] });
  expect(await stage.play('go')).toEqual([
    ...start,
    'usage scripted 10/2',
    '-> build {}',
    '~> compiling',
    '~> linking',
    '<- build built',
    ...done,
  ]);
});

test('calls that write the same file run one after the other, others in parallel', async () => {
  const order: string[] = [];
  const first = createGate();
  const tool = defineTool({
    name: 'write',
    description: '',
    effect: 'write',
    input: z.object({ path: z.string(), text: z.string() }),
    writes: ({ path }) => [path],
    async run({ path, text }) {
      order.push(`begin ${text}`);
      if (text === '1') await first.opened;
      if (path === 'b') first.open();
      order.push(`end ${text}`);
      return succeed(text);
    },
  });
  const write = (path: string, text: string): { name: string; args: { path: string; text: string } } => ({
    name: 'write',
    args: { path, text },
  });
  const stage = await openStage([step.calls(write('a', '1'), write('a', '2'), write('b', '3')), step.text('done')], {
    tools: [tool],
  });
  expect((await stage.play('go')).at(-1)).toBe('agent_end completed');
  expect(order.indexOf('begin 2')).toBeGreaterThan(order.indexOf('end 1'));
  expect(order.indexOf('begin 3')).toBeLessThan(order.indexOf('end 1'));
});

test('an output too long for the model is cut, and the full text is saved where the model can read it', async () => {
  const kept: string[] = [];
  const tool = defineTool({
    name: 'read',
    description: '',
    effect: 'read',
    input: z.object({}),
    run: async () => succeed('x'.repeat(50_000)),
  });
  const stage = await openStage([step.calls({ name: 'read' }), step.text('done')], {
    tools: [tool],
    saveArtifact: async (name, text) => {
      kept.push(`${name} ${text.length}`);
      return `/artifacts/${name}`;
    },
  });
  await stage.play('go');
  const { callId, data } = await stage.until('tool_response');
  expect(kept).toEqual([`${callId}.txt 50000`]);
  expect(data).toEqual({ artifact: `/artifacts/${callId}.txt` });
});
