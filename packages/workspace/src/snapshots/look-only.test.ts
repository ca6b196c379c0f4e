import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { FileChange } from '@bowline/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileHistory, type LocalHistory } from './create-file-history.ts';

const KEY = 'sk-1234567890abcdef1234567890abcdef';
const DAY_MS = 24 * 60 * 60 * 1000;
let base: string;
let root: string;
let folder: string;
/** Of the session, which knows the key, and of another process, which does not. */
let session: LocalHistory;
let other: LocalHistory;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'bowline-'));
  [root, folder] = [join(base, 'work'), join(base, 'files')];
  mkdirSync(root);
  session = createFileHistory({ root, folder, secrets: [KEY] });
  other = createFileHistory({ root, folder });
});
afterEach(async () => {
  await Promise.all([session, other].map((history) => history.close()));
  rmSync(base, { recursive: true, force: true });
});

const write = (name: string, text: string): void => {
  writeFileSync(join(root, name), text);
};
const lines = (count: number): string[] => Array.from({ length: count }, (_, n) => `line ${n}\n`);

/** A session that has changed two files, which the user has changed since. */
async function prepare(history: LocalHistory): Promise<readonly FileChange[]> {
  write('config', 'at first\n');
  write('text', lines(12).join(''));
  const held = await history.hold([join(root, 'config'), join(root, 'text')]);
  write('config', 'agent\n');
  write('text', lines(12).with(1, 'agent\n').join(''));
  const step = await history.settle(held);
  write('config', `key = ${KEY}\n`);
  write('text', lines(12).with(1, 'agent\n').with(10, 'me\n').join(''));
  return step;
}

/** Everything that is stored of contents. */
function readStored(): unknown {
  const database = new DatabaseSync(join(folder, 'snapshots.db'), { readOnly: true });
  const rows = database.prepare('SELECT hash, used, bytes FROM content ORDER BY hash').all();
  database.close();
  return rows;
}

test('a look from another process stores nothing, drops nothing and shows the differences', async () => {
  const step = await prepare(session);
  await session.close();
  const database = new DatabaseSync(join(folder, 'snapshots.db'));
  const old = { hash: 'a'.repeat(64), used: Date.now() - 99 * DAY_MS };
  database.prepare('INSERT INTO content VALUES (?, 1, 0, ?, ?)').run(old.hash, old.used, new Uint8Array(1));
  database.close();
  const before = readStored();
  const files = await other.preview([step]);
  expect(files.map(({ path, action, diff }) => [path, action, diff?.includes('me') ?? false])).toEqual([
    ['config', 'conflict', false],
    ['text', 'merge', false],
  ]);
  const [config, text] = await other.preview([step], ['config']);
  expect(config?.diff).toContain(`-key = ${KEY}`);
  expect(text?.diff).toContain('-agent\n+line 1');
  await other.compare([step]);
  expect(await other.check(step.map(({ path, after }) => ({ path, before: after, after: null })))).toHaveLength(2);
  expect(readStored()).toEqual(before);
  await other.close();
  for (const name of ['snapshots.db', 'snapshots.db-wal'])
    expect(readFileSync(join(folder, name), { flag: 'a+' }).includes(KEY)).toBe(false);
});

test('what cannot be stored is not replaced by an apply', async () => {
  const step = await prepare(session);
  const changes = step.map(({ path, before, after }) => ({ path, before: after, after: before }));
  const applied = await session.apply(changes, { key: 'k', isOverwriting: true });
  expect(applied).toEqual({ isApplied: false, step: [], refused: [{ path: 'config', reason: 'store-full' }] });
  expect(readFileSync(join(root, 'config'), 'utf8')).toContain(KEY);
});
