import type { Display } from '@bowline/protocol';
import * as z from 'zod';
import { defineTool, fail, succeed, type Tool } from '../define-tool.ts';

const statuses = { pending: 'pending', in_progress: 'active', completed: 'done', cancelled: 'dropped' } as const;
const marks = { pending: '[ ]', in_progress: '[>]', completed: '[x]', cancelled: '[-]' } as const;

const todo = z.object({
  description: z.string().trim().min(1).describe('Step, in one line.'),
  status: z.enum(['pending', 'in_progress', 'completed', 'cancelled']),
});
const input = z.object({
  todos: z.array(todo).max(100).describe('Complete list of steps, in order. Replaces the previous list.'),
});
type Todos = z.infer<typeof input>['todos'];

/** Maintains the agent's task list, for itself and for the user. */
export const writeTodos: Tool = defineTool({
  name: 'write_todos',
  description:
    'Records the steps of a longer task and their status; the list replaces the previous one. Use it for tasks of several ' +
    'steps. Keep at most one step in_progress, and mark each step completed as soon as it is done.',
  effect: 'read',
  input,
  display: ({ todos }) => toDisplay(todos),
  run: async ({ todos }) => {
    if (todos.filter(({ status }) => status === 'in_progress').length > 1)
      return fail('invalid_todos', 'At most one step can be in_progress. The list was not changed.');
    const lines = todos.map(({ description, status }) => `${marks[status]} ${description}`);
    const text = lines.length === 0 ? 'The list is empty.' : lines.join('\n');
    return succeed(text, { display: toDisplay(todos), data: { todos } });
  },
});

function toDisplay(todos: Todos): Display {
  return { type: 'todos', items: todos.map(({ description: text, status }) => ({ text, status: statuses[status] })) };
}
