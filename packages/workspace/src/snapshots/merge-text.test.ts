import { expect, test } from 'vitest';
import { mergeText } from './merge-text.ts';

const merge = (ours: string, base: string, theirs: string): string | undefined =>
  mergeText({ ours: Buffer.from(ours), base: Buffer.from(base), theirs: Buffer.from(theirs) })?.toString();

test.each([
  ['changes of different lines', 'A\n2\n3\n4\n', '1\n2\n3\n4\n', '1\n2\n3\nD\n', 'A\n2\n3\nD\n'],
  ['the same change', 'A\n2\n', '1\n2\n', 'A\n2\n', 'A\n2\n'],
  ['line ends', '1\r\n2\r\n3\r\nD\r\n', '1\r\n2\r\n3\r\n4\r\n', 'A\r\n2\r\n3\r\n4\r\n', 'A\r\n2\r\n3\r\nD\r\n'],
  ['a missing line end', '1\n2\n3\n4\n', '1\n2\n3\n4', 'A\n2\n3\n4', 'A\n2\n3\n4\n'],
  ['a removal and an addition', '1\n2\n3\n4\n5\n', '1\n2\n3\n4\n', '2\n3\n4\n', '2\n3\n4\n5\n'],
])('merges %s', (_, ...[ours, base, theirs, merged]) => {
  expect(merge(ours, base, theirs)).toBe(merged);
});

test.each([
  ['the same line changed twice', 'A\n', '1\n', 'B\n'],
  ['binary content', 'A\n\0\n3\n', '1\n\0\n3\n', '1\n\0\nC\n'],
])('does not merge %s', (_, ...[ours, base, theirs]) => {
  expect(merge(ours, base, theirs)).toBeUndefined();
});

test('does not merge what would take too long', () => {
  const lines = (seed: string): string => Array.from({ length: 6000 }, (_, at) => `${seed} ${at}\n`).join('');
  expect(merge(lines('a'), lines('b'), `x\n${lines('b')}y\n`)).toBeUndefined();
});
