import type { Display } from '@bowline/protocol';
import * as z from 'zod';
import { defineTool, fail, succeed, type Tool } from '../define-tool.ts';

const statuses = { pending: 'pending', in_progress: 'active', completed: 'done', cancelled: 'dropped' } as const;
const marks = { pending: '[ ]', in_progress: '[>]', completed: '[x]', cancelled: '[-]' } as const;

const todo = z.object({
  description: z.string().trim().min(1).describe('What is to be done, in one line.'),
  status: z.enum(['pending', 'in_progress', 'completed', 'cancelled']),
});
const input = z.object({
  todos: z.array(todo).max(100).describe('The whole list, in order; it takes the place of the one before.'),
});
type Todos = z.infer<typeof input>['todos'];

/** Keeps the agent's list of what it has to do, for itself and for whoever watches. */
export const writeTodos: Tool = defineTool({
  name: 'write_todos',
  description:
    'Writes down the steps of a longer task and where each stands; the list replaces the one before. Use it for work of ' +
    'several steps, keep at most one step in_progress, and mark a step completed as soon as it is.',
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
