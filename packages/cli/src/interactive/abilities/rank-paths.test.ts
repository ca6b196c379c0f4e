import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankPaths } from './rank-paths.ts';

const { signal } = new AbortController();
const rank = async (some: Iterable<string>, typed: string, count: number): Promise<readonly string[]> =>
  await rankPaths(some, { typed, count, signal });

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
  ['main', ['packages/cli/src/start/main.ts']],
  ['cli main', ['packages/cli/src/start/main.ts']],
])('ranks %s as %j', async (typed, best) => {
  expect((await rank(paths, typed, Math.max(best.length, 1))).slice(0, best.length)).toEqual(best);
  if (best.length === 0) expect(await rank(paths, typed, 5)).toEqual([]);
});

test('offers paths near the root if nothing is typed', async () => {
  expect(await rank(paths, '', 3)).toEqual(['README.md', 'src/', 'src/index.ts']);
});

test('ranks a match in the file name above one in its folders', async () => {
  expect(await rank(['index/of/all.ts', 'some/where/index.ts'], 'index', 2)).toEqual([
    'some/where/index.ts',
    'index/of/all.ts',
  ]);
});

test('offers only paths that contain the typed letters in order', async () => {
  const some = fc.array(fc.stringMatching(/^[a-z/.]{1,12}$/));
  await fc.assert(
    fc.asyncProperty(some, fc.stringMatching(/^[a-z/]{1,4}$/), async (given, typed) => {
      for (const path of await rank(given, typed, 100)) {
        let at = -1;
        for (const letter of typed) at = path.indexOf(letter, at + 1);
        expect(at).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

test('finds the best paths anywhere in a large workspace, and none after an abort', async () => {
  const many = Array.from({ length: 30_000 }, (_, n) => `src/part-${n}/file-${n}.ts`);
  many.splice(17_000, 0, 'src/the-one.ts');
  expect((await rank(many, 'theone', 3))[0]).toBe('src/the-one.ts');
  const stop = new AbortController();
  const found = rankPaths(many, { typed: 'file', count: 3, signal: stop.signal });
  stop.abort();
  expect(await found).toEqual([]);
});
