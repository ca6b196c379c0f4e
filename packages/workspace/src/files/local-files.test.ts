import { HiddenFiles } from '../ignore/hidden-files.ts';
import { execFileSync, spawn } from 'node:child_process';
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
import { createLocalFiles } from './local-files.ts';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-')));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});
const localFiles = createLocalFiles([], new HiddenFiles({ folders: [] }));
const at = (...names: string[]): string => join(folder, ...names);
const bytes = (text: string): Uint8Array => Buffer.from(text);

test('creates a file and its directories, readable by others', async () => {
  await localFiles.write(at('a/b/new.txt'), bytes('hello'));
  expect(readFileSync(at('a/b/new.txt'), 'utf8')).toBe('hello');
  expect(statSync(at('a/b/new.txt')).mode & 0o777).toBe(0o644);
});

test('does not block on a pipe', async () => {
  execFileSync('mkfifo', [at('pipe')]);
  expect(await localFiles.info(at('pipe'))).toMatchObject({ kind: 'other' });
  expect(await localFiles.read(at('pipe'))).toBeUndefined();
});

test('keeps the mode of a replaced file and leaves no temporary file', async () => {
  writeFileSync(at('run.sh'), 'old');
  chmodSync(at('run.sh'), 0o751);
  await localFiles.write(at('run.sh'), bytes('new'));
  expect(statSync(at('run.sh')).mode & 0o777).toBe(0o751);
  expect(readdirSync(folder)).toEqual(['run.sh']);
});

test('applies a requested mode', async () => {
  await localFiles.write(at('secret'), bytes('x'), { mode: 0o600 });
  expect(statSync(at('secret')).mode & 0o777).toBe(0o600);
});

test('lets a reader of the old file finish reading it', async () => {
  writeFileSync(at('f'), 'old');
  const before = statSync(at('f')).ino;
  await localFiles.write(at('f'), bytes('new'));
  expect(statSync(at('f')).ino).not.toBe(before);
});

test('writes through a link to its target and keeps the link', async () => {
  writeFileSync(at('real'), 'old');
  symlinkSync('real', at('link'));
  await localFiles.write(at('link'), bytes('new'));
  expect(readFileSync(at('real'), 'utf8')).toBe('new');
  expect(await localFiles.realPath(at('link'))).toBe(at('real'));
});

test('reports where and why a write failed, and leaves nothing behind', async () => {
  mkdirSync(at('taken'));
  await expect(localFiles.write(at('taken'), bytes('x'))).rejects.toMatchObject({ code: 'INTERNAL' });
  expect(readdirSync(folder)).toEqual(['taken']);
});

test('returns undefined for a missing file', async () => {
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

test('resolves a missing path to where its links would lead', async () => {
  mkdirSync(at('real'));
  symlinkSync('real', at('link'));
  symlinkSync('/nowhere/else', at('dangling'));
  expect(await localFiles.realPath(at('link/a/b'))).toBe(at('real/a/b'));
  expect(await localFiles.realPath(at('dangling'))).toBe('/nowhere/else');
});

test('lists a directory with the kinds of its entries', async () => {
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

test('follows no link below a root: not to read, list, inspect or write', async () => {
  mkdirSync(at('root/real'), { recursive: true });
  mkdirSync(at('outside'));
  writeFileSync(at('outside/f'), 'secret');
  symlinkSync(at('outside'), at('root/out'));
  symlinkSync('real', at('root/in'));
  symlinkSync(at('outside/f'), at('root/real/f'));
  const files = createLocalFiles([at('root')], new HiddenFiles({ folders: [at('root')] }));
  for (const path of [at('root/out/f'), at('root/real/f'), at('root/in/f')]) {
    expect([await files.info(path), await files.read(path)]).toEqual([undefined, undefined]);
    await expect(files.write(path, bytes('x'))).rejects.toMatchObject({ code: 'INTERNAL' });
  }
  expect(await files.list(at('root/out'))).toBeUndefined();
  expect(readFileSync(at('outside/f'), 'utf8')).toBe('secret');
  expect(await files.list(at('root/real'))).toEqual([{ name: 'f', kind: 'other' }]);
  expect(await files.info(at('root'))).toMatchObject({ kind: 'folder' });
});

/** Swaps a directory with a link that leads out of the root, as often as requested, in its own process. */
const SWAPPER = `
const { renameSync } = require('node:fs');
let aside = 0;
process.chdir(process.argv[1]);
const move = (from, to) => {
  for (;;) {
    try { return renameSync(from, to); } catch { renameSync(to, 'x' + (aside += 1)); } // a write has made it anew
  }
};
for (let n = 0; n < 10000; n += 1) {
  move('d', 't'); move('e', 'd'); move('t', 'e');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 0.2);
}
`;

test('writes, reads and lists nothing outside while a directory is swapped with a link 10,000 times', async () => {
  for (const folderName of ['root/d', 'outside']) mkdirSync(at(folderName), { recursive: true });
  writeFileSync(at('root/d/secret'), 'mine');
  writeFileSync(at('outside/secret'), 'theirs');
  writeFileSync(at('outside/theirs'), '');
  symlinkSync(at('outside'), at('root/e'));
  const files = createLocalFiles([at('root')], new HiddenFiles({ folders: [at('root')] }));
  const swapper = spawn(process.execPath, ['-e', SWAPPER, at('root')], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => swapper.on('close', resolve));
  const state = { isOver: false };
  void ended.then(() => (state.isOver = true));
  const seen = { written: 0, refused: 0, read: 0 };
  for (let n = 0; !state.isOver; n += 1) {
    await files.write(at(`root/d/f${n % 7}`), bytes(`EVIL ${n}`)).then(
      () => (seen.written += 1),
      () => (seen.refused += 1),
    );
    const read = await files.read(at('root/d/secret'));
    if (read !== undefined) seen.read += 1;
    expect(Buffer.from(read ?? '').toString()).not.toBe('theirs');
    expect((await files.list(at('root/d')))?.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['theirs']));
  }
  expect(await ended).toBe(0);
  expect(readdirSync(at('outside')).sort()).toEqual(['secret', 'theirs']);
  expect(readFileSync(at('outside/secret'), 'utf8')).toBe('theirs');
  // Makes sure that the race happened: both states were seen.
  expect(Math.min(seen.written, seen.refused, seen.read)).toBeGreaterThan(0);
}, 120_000);
