import { applyPatch } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareText, MAX_DIFF_BYTES } from './compare-text.ts';

const text = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => `${line}\n`).join(''));
const numbered = (count: number): string[] => Array.from({ length: count }, (_, n) => `line ${n}`);

test('a changed line has its hunk with three lines around it, and counts', () => {
  const before = numbered(20);
  expect(compareText(text(before), text(before.with(10, 'new')))).toEqual({
    diff: '@@ -8,7 +8,7 @@\n line 7\n line 8\n line 9\n-line 10\n+new\n line 11\n line 12\n line 13\n',
    added: 1,
    removed: 1,
  });
});

test('a text that does not end with a newline is marked as Git marks it', () => {
  expect(compareText(Buffer.from('a'), Buffer.from('a\n'))?.diff).toContain('\\ No newline at end of file');
});

test.each([
  ['binary', Buffer.from([0, 1, 2])],
  ['not UTF-8', Buffer.from([0xff, 0xfe, 0x41])],
  ['too large', Buffer.alloc(MAX_DIFF_BYTES + 1, 'a')],
])('content that is %s has no diff', (_, bytes) => {
  expect(compareText(bytes, Buffer.from('a\n'))).toBeUndefined();
  expect(compareText(Buffer.from('a\n'), bytes)).toBeUndefined();
});

test('a long diff is cut, and says how many lines are missing and how many changed in all', () => {
  const found = compareText(Buffer.alloc(0), text(numbered(5000)));
  expect(found?.diff.split('\n')).toHaveLength(2001);
  expect(found).toMatchObject({ added: 5000, removed: 0, omitted: 3001 });
});

test('a text that was rewritten is compared in bounded time', () => {
  const start = performance.now();
  const found = compareText(text(numbered(30_000)), text(numbered(30_000).map((line) => `other ${line}`)));
  expect(found).toMatchObject({ added: 30_000, removed: 30_000 });
  // Well below a second on an idle machine; an exact comparison takes minutes.
  expect(performance.now() - start).toBeLessThan(10_000);
});

test('the diff leads from one text to the other', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', '-', '+ x', '@@ -1 +1 @@'), { maxLength: 30 });
  fc.assert(
    fc.property(lines, lines, fc.boolean(), (left, right, hasEnd) => {
      const [before, after] = [left.join('\n'), right.join('\n') + (hasEnd ? '\n' : '')];
      const found = compareText(Buffer.from(before), Buffer.from(after));
      expect(applyPatch(before, `--- a\n+++ b\n${found?.diff ?? ''}`)).toBe(after);
    }),
  );
});
