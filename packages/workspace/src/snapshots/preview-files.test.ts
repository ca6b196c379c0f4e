import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileChange } from '@bowline/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LocalHistory } from './create-file-history.ts';
import { openFileHistory } from './open-file-history.ts';

let folder: string;
let root: string;
let history: LocalHistory;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-'));
  root = join(folder, 'work');
  mkdirSync(root);
  history = openFileHistory(root, join(folder, 'files'));
});
afterEach(async () => {
  await history.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string): string => join(root, name);
const write = (name: string, text: string | Buffer): void => {
  writeFileSync(at(name), text);
};

/** A step of the agent at these paths. */
async function act(names: readonly string[], work: () => void): Promise<readonly FileChange[]> {
  const held = await history.hold(names.map(at));
  work();
  return await history.settle(held);
}

const lines = (count: number): string[] => Array.from({ length: count }, (_, n) => `line ${n}\n`);

test('a preview says what would happen to each path, and changes nothing', async () => {
  write('changed.txt', 'old\n');
  write('deleted.txt', 'gone soon\n');
  write('merged.txt', lines(12).join(''));
  write('mine.txt', 'at first\n');
  const names = ['changed.txt', 'created.txt', 'deleted.txt', 'merged.txt', 'mine.txt'];
  const step = await act(names, () => {
    write('changed.txt', 'new\n');
    write('created.txt', 'a\nb\n');
    rmSync(at('deleted.txt'));
    write('merged.txt', lines(12).with(1, 'agent\n').join(''));
    write('mine.txt', 'agent\n');
  });
  write('merged.txt', lines(12).with(1, 'agent\n').with(10, 'me\n').join(''));
  write('mine.txt', 'me\n');
  const before = names.map((name) => existsSync(at(name)) && readFileSync(at(name), 'utf8'));
  const preview = await history.preview([step]);
  expect(preview.map(({ path, action, reason, added, removed }) => [path, action, reason, added, removed])).toEqual([
    ['changed.txt', 'change', undefined, 1, 1],
    ['created.txt', 'delete', undefined, 0, 2],
    ['deleted.txt', 'create', undefined, 1, 0],
    ['merged.txt', 'merge', undefined, 1, 1],
    ['mine.txt', 'conflict', 'changed', 1, 1],
  ]);
  expect(preview[0]?.diff).toBe('@@ -1,1 +1,1 @@\n-new\n+old\n');
  expect(preview[3]?.diff).toContain('-agent\n+line 1\n');
  expect(preview[4]?.diff).toContain('-me\n+at first\n');
  expect(names.map((name) => existsSync(at(name)) && readFileSync(at(name), 'utf8'))).toEqual(before);
});

test('a restoration does what its preview says', async () => {
  for (const name of ['a', 'b']) write(name, `${name} before\n`);
  const step = await act(['a', 'b', 'c'], () => {
    for (const name of ['a', 'b', 'c']) write(name, `${name} after\n`);
  });
  write('b', 'b by me\n');
  const preview = await history.preview([step], ['b']);
  const { changes, kept } = await history.undo([step], 'key', ['b']);
  expect(changes.map(({ path, before, after }) => [path, before, after])).toEqual(
    preview.map(({ path, before, after }) => [path, before, after]),
  );
  expect(kept).toEqual([]);
  expect([readFileSync(at('a'), 'utf8'), readFileSync(at('b'), 'utf8'), existsSync(at('c'))]).toEqual([
    'a before\n',
    'b before\n',
    false,
  ]);
  // What was replaced is stored.
  await history.undo([changes], 'other key');
  expect(readFileSync(at('b'), 'utf8')).toBe('b by me\n');
});

test('binary files, large files and modes are named without a diff', async () => {
  write('binary', Buffer.from([0, 1]));
  write('large', 'x'.repeat(2_000_000));
  write('script', 'same\n');
  const step = await act(['binary', 'large', 'script'], () => {
    write('binary', Buffer.from([0, 2, 3]));
    write('large', 'y');
    chmodSync(at('script'), 0o755);
  });
  const preview = await history.preview([step]);
  expect(preview.map(({ path, action }) => [path, action])).toEqual([
    ['binary', 'change'],
    ['large', 'change'],
    ['script', 'change'],
  ]);
  expect(preview.flatMap(({ diff = [] }) => diff)).toEqual([]);
  expect(preview[0]).toMatchObject({ before: { size: 3 }, after: { size: 2 } });
});

test('a folder that is not empty and a path that is blocked are conflicts with their reason', async () => {
  mkdirSync(at('deep'));
  write('deep/file', 'x\n');
  const removed = await act(['deep/file', 'deep'], () => {
    rmSync(at('deep'), { recursive: true });
  });
  write('deep', 'a file now\n');
  expect((await history.preview([removed])).map(({ path, reason }) => [path, reason])).toEqual([
    ['deep', 'changed'],
    ['deep/file', 'blocked'],
  ]);
  const created = await act(['new', 'new/file'], () => {
    mkdirSync(at('new'));
    write('new/file', 'x\n');
  });
  write('new/mine', 'me\n');
  expect((await history.preview([created])).map(({ path, action, reason }) => [path, action, reason])).toEqual([
    ['new', 'conflict', 'not-empty'],
    ['new/file', 'delete', undefined],
  ]);
});

test('steps are compared with each other, whatever is there now', async () => {
  write('a', '1\n');
  const first = await act(['a'], () => {
    write('a', '2\n');
  });
  const second = await act(['a'], () => {
    write('a', '3\n');
  });
  write('a', 'by me\n');
  const between = await act(['a'], () => {
    write('a', '4\n');
  });
  expect((await history.compare([first, second])).map(({ diff }) => diff)).toEqual(['@@ -1,1 +1,1 @@\n-1\n+3\n']);
  expect((await history.compare([first, between])).map(({ diff }) => diff)).toEqual([
    '@@ -1,1 +1,1 @@\n-1\n+2\n',
    '@@ -1,1 +1,1 @@\n-by me\n+4\n',
  ]);
  expect(await history.compare([])).toEqual([]);
});
