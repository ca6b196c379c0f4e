import { expect, test } from 'vitest';
import { isIgnored, parseIgnoreRules } from './ignore-rules.ts';

const cases: readonly [rules: string, path: string, isFolder: boolean, expected: boolean][] = [
  ['*.log', 'a.log', false, true],
  ['*.log', 'x/y/a.log', false, true],
  ['*.log\n!keep.log', 'x/keep.log', false, false],
  ['!keep.log\n*.log', 'keep.log', false, true],
  ['build/', 'build', true, true],
  ['build/', 'build', false, false],
  ['build/', 'x/build', true, true],
  ['/build', 'build', true, true],
  ['/build', 'x/build', true, false],
  ['docs/*.md', 'docs/a.md', false, true],
  ['docs/*.md', 'x/docs/a.md', false, false],
  ['**/docs/*.md', 'x/docs/a.md', false, true],
  ['a/**', 'a/b/c', false, true],
  ['# note', '# note', false, false],
  [String.raw`\#real`, '#real', false, true],
  [String.raw`\!real`, '!real', false, true],
  ['trailing   ', 'trailing', false, true],
  ['crlf\r\nother', 'crlf', false, true],
  ['{a,b}', 'a', false, false],
  ['', 'a', false, false],
  ['/', 'a', true, false],
];

test.each(cases)('%j says of %s (folder: %s) that it is hidden: %s', (...[rules, path, isFolder, expected]) => {
  expect(isIgnored([parseIgnoreRules('/w', rules)], `/w/${path}`, isFolder)).toBe(expected);
});

test('the nearer file wins over the one above it, and says nothing of what is outside of it', () => {
  const files = [parseIgnoreRules('/w', '*.log'), parseIgnoreRules('/w/sub', '!*.log\nother')];
  expect(isIgnored(files, '/w/sub/a.log', false)).toBe(false);
  expect(isIgnored(files, '/w/a.log', false)).toBe(true);
  expect(isIgnored(files, '/w/other', false)).toBe(false);
});
