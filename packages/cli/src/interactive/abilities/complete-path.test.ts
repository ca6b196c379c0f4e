import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createPathCompletion, type CompletePath, type CompletionPlaces } from './complete-path.ts';

function complete(places: Partial<CompletionPlaces>): CompletePath {
  return createPathCompletion({
    workspace: '/nowhere',
    home: '/nowhere',
    now: () => 0,
    list: async function* () {
      yield* ['src/a.ts', 'src/deep/b.ts'];
    },
    ...places,
  });
}

const open = (): AbortSignal => new AbortController().signal;

test('files are found, and the folders that they lie in', async () => {
  expect(await complete({})('', open())).toEqual(['src/', 'src/a.ts', 'src/deep/', 'src/deep/b.ts']);
  expect(await complete({})('b.ts', open())).toEqual(['src/deep/b.ts']);
});

test('the folder is listed once for all that is typed in a row, and anew later', async () => {
  let lists = 0;
  let now = 0;
  const find = complete({
    now: () => now,
    list: async function* () {
      lists += 1;
      yield `${lists}.ts`;
    },
  });
  expect(await find('', open())).toEqual(['1.ts']);
  expect(await find('1', open())).toEqual(['1.ts']);
  now = 60_000;
  expect(await find('', open())).toEqual(['2.ts']);
});

test('a folder that never ends offers what was found by then', async () => {
  const find = complete({
    list: async function* () {
      yield 'first.ts';
      await new Promise(() => undefined);
    },
  });
  expect(await find('fi', open())).toEqual(['first.ts']);
});

test('who has typed on is not answered', async () => {
  const stop = new AbortController();
  stop.abort();
  expect(await complete({})('a', stop.signal)).toEqual([]);
});

test('a path out of the workspace is completed in its own folder, as it is typed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-complete-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  mkdirSync(join(folder, 'work'));
  mkdirSync(join(folder, 'other'));
  writeFileSync(join(folder, 'other/notes.md'), '');
  writeFileSync(join(folder, 'other/.hidden'), '');
  const find = complete({ workspace: join(folder, 'work'), home: folder });
  expect(await find('../ot', open())).toEqual(['../other/']);
  expect(await find('../other/', open())).toEqual(['../other/notes.md']);
  expect(await find('~/other/.h', open())).toEqual(['~/other/.hidden']);
  expect(await find(`${folder}/other/no`, open())).toEqual([`${folder}/other/notes.md`]);
  expect(await find('/no/such/folder/x', open())).toEqual([]);
});
