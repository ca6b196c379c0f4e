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

test('completes files and their folders', async () => {
  expect((await complete({})('', open())).values).toEqual(['src/', 'src/a.ts', 'src/deep/', 'src/deep/b.ts']);
  expect((await complete({})('b.ts', open())).values).toEqual(['src/deep/b.ts']);
});

test('says what the first ones are, and how many files there are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-complete-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  mkdirSync(join(folder, 'src/deep'), { recursive: true });
  writeFileSync(join(folder, 'src/a.ts'), 'one\ntwo\nthree');
  writeFileSync(join(folder, 'src/deep/b.ts'), Buffer.alloc(1_500_000));
  expect(await complete({ workspace: folder })('', open())).toEqual({
    values: ['src/', 'src/a.ts', 'src/deep/', 'src/deep/b.ts'],
    notes: {
      'src/': 'folder · 2 files',
      'src/a.ts': '3 lines',
      'src/deep/': 'folder · 1 file',
      'src/deep/b.ts': '1.4 MB',
    },
    all: 2,
  });
});

test('lists the folder once while typing, and again later', async () => {
  let lists = 0;
  let now = 0;
  const find = complete({
    now: () => now,
    list: async function* () {
      lists += 1;
      yield `${lists}.ts`;
    },
  });
  expect((await find('', open())).values).toEqual(['1.ts']);
  expect((await find('1', open())).values).toEqual(['1.ts']);
  now = 60_000;
  expect((await find('', open())).values).toEqual(['2.ts']);
});

test('offers the files found so far if the listing never ends', async () => {
  const find = complete({
    list: async function* () {
      yield 'first.ts';
      await new Promise(() => undefined);
    },
  });
  expect((await find('fi', open())).values).toEqual(['first.ts']);
});

test('returns nothing once the user has typed on', async () => {
  const stop = new AbortController();
  stop.abort();
  expect((await complete({})('a', stop.signal)).values).toEqual([]);
});

test('completes a path outside the workspace in its folder, as typed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-complete-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  mkdirSync(join(folder, 'work'));
  mkdirSync(join(folder, 'other'));
  writeFileSync(join(folder, 'other/notes.md'), '');
  writeFileSync(join(folder, 'other/.hidden'), '');
  const find = complete({ workspace: join(folder, 'work'), home: folder });
  expect((await find('../ot', open())).values).toEqual(['../other/']);
  expect((await find('../other/', open())).values).toEqual(['../other/notes.md']);
  expect((await find('~/other/.h', open())).values).toEqual(['~/other/.hidden']);
  expect((await find(`${folder}/other/no`, open())).values).toEqual([`${folder}/other/notes.md`]);
  expect((await find('/no/such/folder/x', open())).values).toEqual([]);
});
