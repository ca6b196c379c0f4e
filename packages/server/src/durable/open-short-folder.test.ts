import { lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openShortFolder } from './open-short-folder.ts';

let root: string;
let long: string;
let temporaryFolder: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'bl-')));
  long = join(root, 'x'.repeat(100));
  temporaryFolder = join(root, 't');
  for (const folder of [long, temporaryFolder]) mkdirSync(folder);
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

test('a short path is used as is, and nothing is created', () => {
  expect(openShortFolder(temporaryFolder, { within: 'a.sock', temporaryFolder }).path).toBe(temporaryFolder);
  expect(readdirSync(temporaryFolder)).toEqual([]);
});

test('a long path gets a short link in its own folder, which is removed on close', () => {
  const short = openShortFolder(long, { within: 'a.sock', temporaryFolder });
  expect(realpathSync(short.path)).toBe(long);
  expect(lstatSync(dirname(short.path)).mode & 0o777).toBe(0o700);
  short.close();
  expect([readdirSync(temporaryFolder), lstatSync(long).isDirectory()]).toEqual([[], true]);
});

test('fails and leaves nothing behind if there is no short path', () => {
  const open = (): unknown => openShortFolder(long, { within: 'a.sock', temporaryFolder: long });
  expect(open).toThrow('too long for a socket');
  expect(readdirSync(long)).toEqual([]);
});
