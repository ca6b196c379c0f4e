import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HiddenFiles } from './hidden-files.ts';

let root = '';
const at = (name: string): string => join(root, name);
function put(...names: readonly string[]): void {
  for (const name of names) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), '');
  }
}
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-')));
  put('work/a');
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const isKey = (path: string): boolean => path.endsWith('.env') && path.startsWith(root);
const open = (change: object = {}, now = Date.now): HiddenFiles =>
  new HiddenFiles({ folders: [at('work')], home: at('home'), path: `${at('tools')}:/usr/bin:bin`, ...change }, { now });
const found = (hidden: HiddenFiles): readonly string[] =>
  hidden
    .find(isKey)
    .paths.map((path) => path.slice(root.length + 1))
    .toSorted();

test('keys are found in toolchains and program folders, and nowhere else in the home folder', () => {
  put(
    'home/.env',
    'home/.nvm/.env',
    'home/.nvm/a/b/.env',
    'home/.nvm/lib/.env',
    'home/other/.env',
    'tools/.env',
    'bin/.env',
  );
  expect(found(open())).toEqual(['home/.nvm/.env', 'home/.nvm/a/b/.env', 'tools/.env']);
  expect(found(open({ path: undefined }))).toEqual([]);
});

test('a linked toolchain is reported under its shown path, and a link to a key is resolved', () => {
  put('data/.env', 'home/.pyenv/shared/plain');
  symlinkSync(at('data'), at('home/.nvm'));
  symlinkSync('shared/plain', at('home/.pyenv/.env'));
  symlinkSync(at('work/a'), at('home/.pyenv/out.env'));
  expect(found(open())).toEqual(['home/.nvm/.env', 'home/.pyenv/shared/plain']);
});

test('new keys are found after some seconds, and in the workspace at once', () => {
  put('home/.nvm/a');
  let now = Date.now();
  const hidden = open({}, () => now);
  expect(found(hidden)).toEqual([]);
  put('home/.nvm/.env', 'work/.env');
  expect(found(hidden)).toEqual(['work/.env']);
  now += 10_000;
  expect(found(hidden)).toEqual(['home/.nvm/.env', 'work/.env']);
});

test('a large toolchain is searched only near its top', () => {
  for (let n = 0; n < 120; n += 1) put(`home/.nvm/f${n}/.env`);
  put('home/.nvm/.env');
  const names = found(open());
  expect(names).toContain('home/.nvm/.env');
  expect(names.length).toBeLessThan(100);
});

test('repositories of any layout are reported if keys are searched for', () => {
  put(
    'work/.git/HEAD',
    'work/sub/.git/HEAD',
    'work/.bare/HEAD',
    'work/.bare/config',
    'work/.bare/objects/a',
    'work/objects/b',
  );
  const { repositories } = open().find(isKey);
  expect(repositories.map((path) => path.slice(root.length + 1)).toSorted()).toEqual([
    'work/.bare',
    'work/.git',
    'work/sub/.git',
  ]);
  expect(open().find().repositories).toEqual([]);
});
