import type { Display } from '@bowline/protocol';
import { unreachable } from '@bowline/protocol/plain';
import { cleanLine } from '../layout/clean-text.ts';
import type { Lines, View } from '../layout/view.ts';
import { hang, wrapText } from '../layout/wrap.ts';
import { todoStates } from '../../texts/transcript-texts.ts';

export type Todo = Extract<Display, { type: 'todos' }>['items'][number];

/** Paints a to-do list with an icon before each item. */
export function paintTodos(todos: readonly Todo[], view: View): Lines {
  return todos.flatMap((todo) => paintTodo(todo, view));
}

function paintTodo({ text, status }: Todo, view: View): Lines {
  const { theme, width, isScreenReader } = view;
  const rows = wrapText(cleanLine(text), Math.max(1, width - (isScreenReader ? 9 : 2)));
  switch (status) {
    case 'done':
      return hang(isScreenReader ? todoStates.done : theme.success('✓ '), rows.map(theme.dim));
    case 'active':
      return hang(isScreenReader ? todoStates.active : theme.accent('▸ '), rows.map(theme.strong));
    case 'pending':
      return hang(isScreenReader ? todoStates.pending : theme.dim('○ '), rows);
    case 'dropped':
      return hang(
        isScreenReader ? todoStates.dropped : theme.dim('− '),
        rows.map((row) => theme.dim(theme.struck(row))),
      );
    default:
      return unreachable(status);
  }
}
