import type { Display } from '@bowline/protocol';
import { unreachable } from '@bowline/protocol/plain';
import { cleanLine } from '../clean-text.ts';
import type { Lines, View } from '../view.ts';
import { hang, wrapText } from '../wrap.ts';

export type Todo = Extract<Display, { type: 'todos' }>['items'][number];

/** The list of what is to be done, a sign before each. */
export function paintTodos(todos: readonly Todo[], view: View): Lines {
  return todos.flatMap((todo) => paintTodo(todo, view));
}

function paintTodo({ text, status }: Todo, view: View): Lines {
  const { theme, width, isScreenReader } = view;
  const rows = wrapText(cleanLine(text), Math.max(1, width - (isScreenReader ? 9 : 2)));
  switch (status) {
    case 'done':
      return hang(isScreenReader ? 'done: ' : theme.good('✓ '), rows.map(theme.dim));
    case 'active':
      return hang(isScreenReader ? 'now: ' : theme.accent('▸ '), rows.map(theme.strong));
    case 'pending':
      return hang(isScreenReader ? 'to do: ' : theme.dim('○ '), rows);
    case 'dropped':
      return hang(
        isScreenReader ? 'dropped: ' : theme.dim('− '),
        rows.map((row) => theme.dim(theme.struck(row))),
      );
    default:
      return unreachable(status);
  }
}
