import type { FunctionCall } from '@google/genai';
import type { RecordBody } from '@bowline/log';
import { defineTool, succeed } from '@bowline/tools';
import { type Workspace } from '@bowline/workspace';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { planCalls } from './plan-calls.ts';

const read = defineTool({
  name: 'read',
  description: '',
  effect: 'read',
  input: z.object({ path: z.string() }),
  run: async () => succeed(''),
});
const write = defineTool({
  name: 'write',
  description: '',
  effect: 'write',
  input: z.object({ path: z.string(), also: z.string().optional() }),
  display: ({ path }) => ({ type: 'text', text: `writes ${path}` }),
  writes: ({ path, also }, { root: workspace }) =>
    [path, ...(also === undefined ? [] : [also])].map((name) => `${workspace}/${name}`),
  run: async () => succeed(''),
});

function plan(...calls: readonly FunctionCall[]): RecordBody<'tool_requested'>[] {
  const records = planCalls(calls, {
    tools: new Map([read, write].map((tool) => [tool.name, tool])),
    hostTools: new Set(['open_editor']),
    workspace: { root: '/w' } as Workspace,
  });
  return records.flatMap((record) => (record.type === 'tool_requested' ? [record.body] : []));
}
const made = (id: string, name: string, args: Record<string, unknown> = {}): FunctionCall => ({ id, name, args });
const waits = (...calls: readonly FunctionCall[]): unknown[] => plan(...calls).map(({ after }) => after);

test('a requested call has the details from its tool', () => {
  expect(plan(made('a', 'write', { path: 'x' }))).toEqual([
    {
      callId: 'a',
      name: 'write',
      args: { path: 'x' },
      effect: 'write',
      executor: 'local',
      display: { type: 'text', text: 'writes x' },
    },
  ]);
});

test('calls keep their order', () => {
  const ids = plan(made('b', 'read', { path: '1' }), made('a', 'write', { path: '2' }), made('c', 'nobody'));
  expect(ids.map(({ callId }) => callId)).toEqual(['b', 'a', 'c']);
});

test('a call of a host tool is for the host to run', () => {
  expect(plan(made('a', 'open_editor', { path: 'x' }))).toMatchObject([{ executor: 'host', args: { path: 'x' } }]);
});

test('a call of an unknown tool or with invalid arguments is still requested, without details', () => {
  const [unknown, bad] = plan(made('a', 'nobody', { x: 1 }), made('b', 'write', { path: 1 }));
  expect(unknown).toMatchObject({ callId: 'a', name: 'nobody', args: { x: 1 }, executor: 'local' });
  expect(bad).toMatchObject({ callId: 'b', name: 'write', args: { path: 1 }, effect: 'write' });
  expect([unknown?.display, bad?.display, unknown?.after, bad?.after]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a call without arguments has empty arguments', () => {
  expect(plan({ id: 'a', name: 'nobody' })).toMatchObject([{ args: {} }]);
});

test.each<[string, FunctionCall[], unknown[]]>([
  [
    'reads wait for no other call',
    [made('a', 'read', { path: 'x' }), made('b', 'read', { path: 'x' })],
    [undefined, undefined],
  ],
  [
    'writes to different files wait for no other call',
    [made('a', 'write', { path: 'x' }), made('b', 'write', { path: 'y' })],
    [undefined, undefined],
  ],
  [
    'a write waits for all earlier writes to the same file',
    [made('a', 'write', { path: 'x' }), made('b', 'write', { path: 'x' }), made('c', 'write', { path: 'x' })],
    [undefined, ['a'], ['a', 'b']],
  ],
  [
    'a write to two files waits for earlier writes to either',
    [
      made('a', 'write', { path: 'x' }),
      made('b', 'write', { path: 'y' }),
      made('c', 'write', { path: 'x', also: 'y' }),
    ],
    [undefined, undefined, ['a', 'b']],
  ],
  [
    'a call with wait_for_previous waits for all before it, including unknown ones',
    [made('a', 'read', { path: 'x' }), made('b', 'nobody'), made('c', 'read', { path: 'y', wait_for_previous: true })],
    [undefined, undefined, ['a', 'b']],
  ],
  [
    'wait_for_previous has no effect on the first call',
    [made('a', 'read', { path: 'x', wait_for_previous: true })],
    [undefined],
  ],
  [
    'wait_for_previous has no effect if it is not true',
    [made('a', 'read', { path: 'x' }), made('b', 'read', { path: 'y', wait_for_previous: false })],
    [undefined, undefined],
  ],
  [
    'no call waits for a write with invalid arguments',
    [made('a', 'write', { path: 1 }), made('b', 'write', { path: 'x' })],
    [undefined, undefined],
  ],
])('%s', (_, calls, expected) => {
  expect(waits(...calls)).toEqual(expected);
});

test('wait_for_previous is not an argument of the tool', () => {
  expect(plan(made('a', 'read', { path: 'x', wait_for_previous: true }))[0]?.args).toEqual({ path: 'x' });
});
