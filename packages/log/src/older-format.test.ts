import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportSession } from './jsonl/export-session.ts';
import { importSession } from './jsonl/import-session.ts';
import { openStore } from './open-store.ts';
import { foldAt } from './projection.ts';
import { parseBody, type LogRecord, type NewRecord } from './records/log-record.ts';
import { FORMAT, recordBodies } from './records/record-bodies.ts';
import { sessionFold } from './records/session-fold.ts';
import type { SessionStore } from './session-log.ts';

// Written by the CLI of commit 351c626: tests/upgrade/record-old-session.ts.
const fixture = join(import.meta.dirname, '../fixtures/format-1');

const owner = { pid: 1, host: 'here', name: 'test' };
const note: NewRecord = { type: 'notice', body: { level: 'info', code: 'T', text: 'by this version' } };

let root = '';
let store: SessionStore;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bowline-'));
  mkdirSync(join(root, 'format-1'));
  for (const file of ['events.db', 'head']) cpSync(join(fixture, file), join(root, 'format-1', file));
  store = openStore({ root });
});
afterEach(async () => {
  await store.close();
  rmSync(root, { recursive: true });
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function readAll(sessionId: string): Promise<LogRecord[]> {
  const reader = await store.openReader(sessionId);
  const records = await all(reader.read());
  await reader.close();
  return records;
}

test('a session in format 1 is read as records of the current format', async () => {
  const records = await readAll('format-1');
  expect(records).toHaveLength(41);
  for (const { type, body } of records) expect(parseBody(type, body)).toEqual(body);
  expect(records.filter(({ stored }) => stored !== undefined).map(({ type }) => type)).toEqual([
    ...['model_answered', 'model_answered', 'model_answered', 'input_requested', 'input_resolved', 'model_answered'],
    ...['model_answered', 'limit_reached', 'stream_ended', 'model_answered', 'input_requested', 'input_requested'],
  ]);
  expect(records.every(({ type }) => Object.hasOwn(recordBodies, type))).toBe(true);
  expect(records[4]).toMatchObject({
    body: {
      content: [
        { type: 'reasoning', text: 'I should look.', signature: 'c2lnbmVk' },
        { type: 'call', name: 'read_file', args: { file_path: 'a.txt' }, signature: 'c2lnbmVkIGNhbGw=' },
      ],
    },
  });
});

test('a session in format 1 keeps its state, passes verification and can be appended to', async () => {
  const log = await store.open('format-1', { owner });
  const before = await readAll('format-1');
  expect(await log.verify()).toMatchObject({ problems: [] });
  const state = await foldAt(log, sessionFold, log.head.seq);
  expect(state.pending.map(({ title }) => title)).toEqual(['Write c.txt?', 'Write d.txt?']);
  expect(state.openCalls.map(({ name }) => name)).toEqual(['write_file', 'write_file']);
  await log.append([note]);
  await log.close();
  expect((await readAll('format-1')).slice(0, -1)).toEqual(before);
  const database = new DatabaseSync(join(root, 'format-1/events.db'), { readOnly: true });
  expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: FORMAT });
  expect(database.prepare('SELECT type FROM records WHERE seq = 17').get()).toEqual({ type: 'confirmation_requested' });
  database.close();
});

test('an export of a session in format 1 has the stored records unchanged and imports with every hash', async () => {
  const reader = await store.openReader('format-1');
  const lines = await all(exportSession(reader));
  await reader.close();
  expect(JSON.parse(lines[17] ?? '')).toMatchObject({ seq: 17, type: 'confirmation_requested' });
  expect(lines.join('\n')).not.toContain('"stored"');
  const given = async function* (): AsyncIterable<string> {
    yield* lines;
  };
  await importSession(store, { lines: given(), owner, as: 'again' });
  expect(await readAll('again')).toEqual(await readAll('format-1'));
});

test('a fork of a session in format 1 has the same records up to the fork', async () => {
  const records = await readAll('format-1');
  await store.fork('format-1', { at: 22, as: 'fork', owner });
  expect((await readAll('fork')).slice(0, 22)).toEqual(records.slice(0, 22));
});
