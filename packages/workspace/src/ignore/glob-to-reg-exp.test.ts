import { expect, test } from 'vitest';
import { globToRegExp } from './glob-to-reg-exp.ts';

const cases: readonly [glob: string, matching: readonly string[], other: readonly string[]][] = [
  ['*.ts', ['a.ts', '.ts'], ['a.tsx', 'b/a.ts']],
  ['**/*.ts', ['a.ts', 'b/a.ts', 'b/c/a.ts', '.x/a.ts'], ['a.js', 'a.ts/b']],
  ['src/**', ['src/a', 'src/b/c'], ['src', 'xsrc/a']],
  ['src/**/test_?.js', ['src/test_1.js', 'src/a/b/test_2.js'], ['src/test_10.js', 'test_1.js']],
  ['**', ['a', 'a/b'], []],
  ['a**b', ['ab', 'axb'], ['a/b']],
  ['*.{js,ts}', ['a.js', 'a.ts'], ['a.jsx', 'a.{js,ts}']],
  ['{src,lib/**}/*.ts', ['src/a.ts', 'lib/x/y/a.ts'], ['a.ts']],
  ['{**/a,b}.ts', ['a.ts', 'x/a.ts', 'b.ts'], ['x/b.ts']],
  ['a{b{c,d},e}', ['abc', 'abd', 'ae'], ['ab', 'abe']],
  ['[abc].ts', ['a.ts'], ['d.ts', 'ab.ts']],
  ['[!a-c]', ['d', '-'], ['b', '/']],
  ['[!-z]', ['a', '5'], ['-', 'z', '/']],
  ['[a-]', ['a', '-'], ['b']],
  ['[!a-]', ['b'], ['a', '-', '/']],
  ['app/(group)/*.ts', ['app/(group)/a.ts'], ['app/group/a.ts']],
  ['[]a]', [']', 'a'], ['b']],
  ['[z-a]', ['[z-a]'], ['b']],
  ['[open', ['[open'], ['o']],
  ['{open', ['{open'], ['open']],
  ['a.b+c(d)$', ['a.b+c(d)$'], ['aXb+c(d)$', 'a.bbc(d)$']],
  [String.raw`\*.ts`, ['*.ts'], ['a.ts']],
  [String.raw`a\\`, ['a\\'], ['a']],
  ['日本?.ts', ['日本語.ts', '日本😀.ts'], ['日本.ts']],
];

test.each(cases)('%s matches the same paths as in a shell', (glob, matching, other) => {
  const pattern = globToRegExp(glob, { caseSensitive: true, braces: true });
  expect(matching.filter((path) => !pattern.test(path))).toEqual([]);
  expect(other.filter((path) => pattern.test(path))).toEqual([]);
});

test('ignores case if requested', () => {
  expect(globToRegExp('*.TS', { caseSensitive: false, braces: true }).test('a.ts')).toBe(true);
  expect(globToRegExp('*.TS', { caseSensitive: true, braces: true }).test('a.ts')).toBe(false);
});

test('treats braces as plain characters if they are disabled', () => {
  expect(globToRegExp('{a,b}', { caseSensitive: true, braces: false }).test('{a,b}')).toBe(true);
});
