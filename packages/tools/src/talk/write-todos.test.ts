import { toText } from '@bowline/protocol';
import { expect, test } from 'vitest';
import { fail, type ToolOutcome } from '../define-tool.ts';
import type { Workspace } from '@bowline/workspace';
import { writeTodos } from './write-todos.ts';

async function run(input: unknown): Promise<ToolOutcome> {
  const parsed = writeTodos.parse(input);
  if (!parsed.ok) return fail('invalid', parsed.text);
  const { signal } = new AbortController();
  return parsed.call.run({ workspace: {} as Workspace, signal, key: 'k', update: () => {} });
}

test('shows the list as text to the model and as a list to the user', async () => {
  const todos = [
    { description: 'read', status: 'completed' },
    { description: 'write', status: 'in_progress' },
    { description: 'test', status: 'pending' },
    { description: 'dance', status: 'cancelled' },
  ];
  const outcome = await run({ todos });
  expect(toText(outcome.content)).toBe('[x] read\n[>] write\n[ ] test\n[-] dance');
  expect(outcome.display).toEqual({
    type: 'todos',
    items: [
      { text: 'read', status: 'done' },
      { text: 'write', status: 'active' },
      { text: 'test', status: 'pending' },
      { text: 'dance', status: 'dropped' },
    ],
  });
  expect(outcome.data).toEqual({ todos });
});

test('accepts an empty list', async () => {
  expect(toText((await run({ todos: [] })).content)).toBe('The list is empty.');
});

test.each([
  [{ todos: [{ description: ' ', status: 'pending' }] }, 'invalid'],
  [{ todos: [{ description: 'a', status: 'soon' }] }, 'invalid'],
  [{ todos: ['a', 'b'].map((description) => ({ description, status: 'in_progress' })) }, 'invalid_todos'],
])('refuses %j: %s', async (input, errorType) => {
  expect(await run(input)).toMatchObject({ ok: false, errorType });
});
