import { expect, test } from 'vitest';
import { findAtPaths } from './find-at-paths.ts';

test.each([
  ['look at @src/a.ts and @b.md', ['src/a.ts', 'b.md']],
  ['@a.ts, @b.ts; (@c.ts) is @d.ts?', ['a.ts', 'b.ts', 'c.ts', 'd.ts']],
  ['the end is @a.ts.', ['a.ts']],
  ['this: @a.ts: why', ['a.ts']],
  [String.raw`@my\ file.ts and @"other file.ts"`, ['my file.ts', 'other file.ts']],
  ['@.gitignore @./x @../y @.', ['.gitignore', './x', '../y', '.']],
  ['@a.ts @a.ts', ['a.ts']],
  ['mail me@example.com or a@b', []],
  ['an @ alone, and @@', ['@']],
  ['@src/**/*.ts', ['src/**/*.ts']],
  ['```ts\n@Component\nclass A {}\n```\n@b.ts', ['b.ts']],
  ['@größe/日本.ts', ['größe/日本.ts']],
])('%s', (prompt, paths) => {
  expect(findAtPaths(prompt)).toEqual(paths);
});
