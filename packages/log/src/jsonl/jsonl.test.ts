import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../open-store.ts';
import type { SessionReader, SessionStore } from '../session-log.ts';
import { exportSession } from './export-session.ts';
import { importSession } from './import-session.ts';

const owner = { pid: 1, host: 'here', name: 'test' };
let root = '';
let store: SessionStore;
let lines: string[] = [];

async function list<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

async function* iterate(items: readonly string[]): AsyncIterable<string> {
  yield* items;
}

async function read(sessionId: string, use: (reader: SessionReader) => Promise<unknown>): Promise<unknown> {
  const reader = await store.openReader(sessionId);
  try {
    return await use(reader);
  } finally {
    await reader.close();
  }
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'bowline-'));
  store = openStore({ root });
  const log = await store.open('s', { owner, create: true });
  await log.append([
    { type: 'notice', body: { level: 'info', code: 'A', text: '<\u2028 "quoted" \\ 🪢>' }, streamId: 'x' },
    { type: 'user_message', body: { messageId: 'm', content: [{ type: 'text', text: '\ud800 lone' }] } },
    { type: 'hook_ran', body: { event: 'e', hook: 'h', outcome: 'ok' } },
  ]);
  lines = await list(exportSession(log));
  await log.close();
});
afterEach(async () => {
  await store.close();
  rmSync(root, { recursive: true });
});

test('an exported session is imported unchanged, with its hashes', async () => {
  expect(await importSession(store, { lines: iterate(lines), owner, as: 'copy' })).toBe('copy');
  expect(await read('copy', (reader) => list(reader.read()))).toEqual(await read('s', (reader) => list(reader.read())));
  expect(await read('copy', (reader) => reader.verify())).toMatchObject({ isSound: true });
});

test('a blank line at the end is ignored', async () => {
  await importSession(store, { lines: iterate([...lines, '']), owner, as: 'copy' });
});

test.each<[string, (lines: string[]) => string[], string]>([
  ['a missing last line', (all) => all.slice(0, -1), 'IMPORT_INVALID'],
  ['a missing line in the middle', (all) => all.filter((_, n) => n !== 2), 'IMPORT_INVALID'],
  ['a changed word', (all) => all.map((line) => line.replace('quoted', 'forged')), 'IMPORT_INVALID'],
  ['a truncated line', (all) => all.map((line, n) => (n === 3 ? line.slice(0, 20) : line)), 'IMPORT_INVALID'],
  ['a record of an unknown type', (all) => all.map((line) => line.replace('hook_ran', 'rumour')), 'RECORD_INVALID'],
  ['an empty file', () => [], 'IMPORT_INVALID'],
  ['a newer format', (all) => all.map((line) => line.replace(/"format":\d+/, '"format":99')), 'SESSION_TOO_NEW'],
  [
    'a path as an id',
    (all) => all.map((line) => line.replace('"sessionId":"s"', '"sessionId":"../up"')),
    'SESSION_ID_INVALID',
  ],
])('%s is rejected and leaves nothing behind', async (_name, spoil, code) => {
  const spoilt = spoil(lines).map((line) => line.replace('"sessionId":"s"', '"sessionId":"copy"'));
  await expect(importSession(store, { lines: iterate(spoilt), owner })).rejects.toMatchObject({ code });
  expect((await store.list()).map(({ sessionId }) => sessionId)).toEqual(['s']);
});
