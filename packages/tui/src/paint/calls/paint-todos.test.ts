import { expect, test } from 'vitest';
import type { View } from '../layout/view.ts';
import { createTheme } from '../theme/create-theme.ts';
import { paintTodos, type Todo } from './paint-todos.ts';

const view: View = {
  width: 24,
  theme: createTheme('plain', { colours: 0 }),
  isScreenReader: false,
  workspace: '/w',
  isUnfolded: false,
  now: 0,
};
const todos: readonly Todo[] = [
  { text: 'Read the parser', status: 'done' },
  { text: 'Fix the off-by-one error', status: 'active' },
  { text: 'Add a\u001B[2J test', status: 'pending' },
  { text: 'Run all tests', status: 'dropped' },
];

test('puts a sign before each step, and wraps long ones', () => {
  expect(paintTodos(todos, view)).toEqual([
    '✓ Read the parser',
    '▸ Fix the off-by-one',
    '  error',
    '○ Add a test',
    '− Run all tests',
  ]);
});

test('uses words for a screen reader', () => {
  expect(paintTodos(todos, { ...view, width: 60, isScreenReader: true })).toEqual([
    'done: Read the parser',
    'now: Fix the off-by-one error',
    'to do: Add a test',
    'dropped: Run all tests',
  ]);
});
