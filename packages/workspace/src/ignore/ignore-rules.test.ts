import { expect, test } from 'vitest';
import { addRules, canUnhide, isIgnored, parseIgnoreRules } from './ignore-rules.ts';

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
  ['{a,b}', 'a', false, true],
  ['\u{FEFF}*.log', 'a.log', false, true],
  ['', 'a', false, false],
  ['/', 'a', true, false],
];

test.each(cases)('with %j, %s (folder: %s) is hidden: %s', (...[rules, path, isFolder, expected]) => {
  const files = [parseIgnoreRules({ base: '/w', name: '.gitignore' }, rules)];
  expect(isIgnored(files, `/w/${path}`, isFolder)).toBe(expected);
});

test('the nearer file takes precedence and does not apply outside its folder', () => {
  const above = [parseIgnoreRules({ base: '/w', name: '.gitignore' }, '*.log')];
  const files = addRules(above, [parseIgnoreRules({ base: '/w/sub', name: '.gitignore' }, '!*.log\nother')]);
  expect(isIgnored(files, '/w/sub/a.log', false)).toBe(false);
  expect(isIgnored(files, '/w/a.log', false)).toBe(true);
  expect(isIgnored(files, '/w/other', false)).toBe(false);
});

test('a file of a stronger kind takes precedence over a nearer one of a weaker kind', () => {
  const above = [parseIgnoreRules({ base: '/w', name: '.ignore' }, '!keep.log\nhide.ts')];
  const files = addRules(above, [parseIgnoreRules({ base: '/w/sub', name: '.gitignore' }, '*.log\n!hide.ts')]);
  expect(isIgnored(files, '/w/sub/keep.log', false)).toBe(false);
  expect(isIgnored(files, '/w/sub/other.log', false)).toBe(true);
  expect(isIgnored(files, '/w/sub/hide.ts', false)).toBe(true);
});

test('only stronger kinds than .gitignore can show what it hides', () => {
  expect(canUnhide(parseIgnoreRules({ base: '/w', name: '.gitignore' }, '!a'))).toBe(false);
  expect(canUnhide(parseIgnoreRules({ base: '/w', name: '.ignore' }, 'a'))).toBe(false);
  expect(canUnhide(parseIgnoreRules({ base: '/w', name: '.geminiignore' }, '!a'))).toBe(true);
});
