import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localFiles } from './local-files.ts';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-')));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});
const at = (...names: string[]): string => join(folder, ...names);
const bytes = (text: string): Uint8Array => Buffer.from(text);

test('a new file is made with its folders, for others to read', async () => {
  await localFiles.write(at('a/b/new.txt'), bytes('hello'));
  expect(readFileSync(at('a/b/new.txt'), 'utf8')).toBe('hello');
  expect(statSync(at('a/b/new.txt')).mode & 0o777).toBe(0o644);
});

test('a file that is replaced keeps its mode, and nothing is left beside it', async () => {
  writeFileSync(at('run.sh'), 'old');
  chmodSync(at('run.sh'), 0o751);
  await localFiles.write(at('run.sh'), bytes('new'));
  expect(statSync(at('run.sh')).mode & 0o777).toBe(0o751);
  expect(readdirSync(folder)).toEqual(['run.sh']);
});

test('a mode that is asked for is the mode', async () => {
  await localFiles.write(at('secret'), bytes('x'), { mode: 0o600 });
  expect(statSync(at('secret')).mode & 0o777).toBe(0o600);
});

test('who has the old file open goes on reading it whole', async () => {
  writeFileSync(at('f'), 'old');
  const before = statSync(at('f')).ino;
  await localFiles.write(at('f'), bytes('new'));
  expect(statSync(at('f')).ino).not.toBe(before);
});

test('a write through a link changes what it leads to, and the link stays', async () => {
  writeFileSync(at('real'), 'old');
  symlinkSync('real', at('link'));
  await localFiles.write(at('link'), bytes('new'));
  expect(readFileSync(at('real'), 'utf8')).toBe('new');
  expect(await localFiles.realPath(at('link'))).toBe(at('real'));
});

test('a write that fails says where and why, and leaves nothing', async () => {
  mkdirSync(at('taken'));
  await expect(localFiles.write(at('taken'), bytes('x'))).rejects.toMatchObject({ code: 'INTERNAL' });
  expect(readdirSync(folder)).toEqual(['taken']);
});

test('what is not there is undefined', async () => {
  writeFileSync(at('file'), '');
  symlinkSync('loop', at('loop'));
  for (const path of [at('none'), at('file/below'), at('loop')]) {
    expect([await localFiles.info(path), await localFiles.read(path), await localFiles.list(path)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  }
});

test('a path that is not there yet is where its links would lead it', async () => {
  mkdirSync(at('real'));
  symlinkSync('real', at('link'));
  symlinkSync('/nowhere/else', at('dangling'));
  expect(await localFiles.realPath(at('link/a/b'))).toBe(at('real/a/b'));
  expect(await localFiles.realPath(at('dangling'))).toBe('/nowhere/else');
});

test('a folder is listed with what kinds of things are in it', async () => {
  mkdirSync(at('sub'));
  writeFileSync(at('file'), '');
  symlinkSync('file', at('link'));
  expect(await localFiles.list(folder)).toEqual(
    expect.arrayContaining([
      { name: 'sub', kind: 'folder' },
      { name: 'file', kind: 'file' },
      { name: 'link', kind: 'other' },
    ]),
  );
});
