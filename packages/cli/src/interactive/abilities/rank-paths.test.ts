import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankPaths, scorePath } from './rank-paths.ts';

const paths = [
  'README.md',
  'src/',
  'src/index.ts',
  'src/open-session.ts',
  'src/open-session.test.ts',
  'docs/sessions/index.md',
  '.github/workflows/ci.yml',
  'packages/cli/src/start/main.ts',
];

test.each([
  ['read', ['README.md']],
  ['src/', ['src/', 'src/index.ts']],
  ['index', ['src/index.ts', 'docs/sessions/index.md']],
  ['opses', ['src/open-session.ts', 'src/open-session.test.ts']],
  ['clistart', ['packages/cli/src/start/main.ts']],
  ['.git', ['.github/workflows/ci.yml']],
  ['workflows', []],
  ['zzz', []],
])('%s means %j', (typed, best) => {
  expect(rankPaths(paths, typed, Math.max(best.length, 1)).slice(0, best.length)).toEqual(best);
  if (best.length === 0) expect(rankPaths(paths, typed, 5)).toEqual([]);
});

test('nothing typed offers what is near the top', () => {
  expect(rankPaths(paths, '', 3)).toEqual(['README.md', 'src/', 'src/index.ts']);
});

test('whatever is offered has the typed letters in order', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z/.]{1,12}$/)), fc.stringMatching(/^[a-z/]{1,4}$/), (some, typed) => {
      for (const path of rankPaths(some, typed, 100)) {
        let at = -1;
        for (const letter of typed) at = path.indexOf(letter, at + 1);
        expect(at).toBeGreaterThanOrEqual(0);
        expect(scorePath(path, typed)).toBeDefined();
      }
    }),
  );
});
