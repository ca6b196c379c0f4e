import { expect, test } from 'vitest';
import { parseDiff } from './parse-diff.ts';

test('changed lines have the number of their side, across hunks and without the lines around them', () => {
  const diff = '@@ -1,3 +1,4 @@\n a\n-b\n+B\n+c\n d\n@@ -20,2 +21,1 @@\n--- x\n y\n\\ No newline at end of file\n';
  expect(parseDiff(diff)).toEqual([
    { kind: 'removed', number: 2, text: 'b', other: null },
    { kind: 'added', number: 2, text: 'B', other: null },
    { kind: 'added', number: 3, text: 'c', other: null },
    { kind: 'removed', number: 20, text: '-- x', other: null },
  ]);
  expect(parseDiff('')).toEqual([]);
});
