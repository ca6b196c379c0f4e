import { expect, test } from 'vitest';
import type { FileState } from './file-state.ts';
import { mergeSteps } from './merge-steps.ts';

const file = (hash: string): FileState => ({ kind: 'file', hash, size: 1, mode: 0o644 });
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(file) as [FileState, FileState, FileState, FileState];

test('merges steps into one change per path, from the first state to the last', () => {
  const steps = [
    [{ path: 'x', before: null, after: a }],
    [
      { path: 'x', before: a, after: b },
      { path: 'y', before: c, after: null },
    ],
  ];
  expect(mergeSteps(steps)).toEqual([
    { path: 'x', before: null, after: b },
    { path: 'y', before: c, after: null },
  ]);
});

test('drops a path that ends as it began', () => {
  const steps = [[{ path: 'x', before: a, after: b }], [{ path: 'x', before: b, after: a }]];
  expect(mergeSteps(steps)).toEqual([]);
});

test('keeps the parts of a change if something else changed the path in between, also when merged again', () => {
  const steps = [
    [{ path: 'x', before: a, after: b }],
    [{ path: 'x', before: c, after: d }],
    [{ path: 'x', before: d, after: a }],
  ];
  const merged = [
    {
      path: 'x',
      before: a,
      after: a,
      parts: [
        { before: a, after: b },
        { before: c, after: a },
      ],
    },
  ];
  expect(mergeSteps(steps)).toEqual(merged);
  expect(mergeSteps([mergeSteps(steps.slice(0, 2)), mergeSteps(steps.slice(2))])).toEqual(merged);
});
