import { AgentError } from '@bowline/protocol';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from './open-store.ts';
import { Projection } from './projection.ts';
import type { LogRecord, NewRecord } from './records/log-record.ts';
import { FORMAT } from './records/record-bodies.ts';
import { sessionFold } from './records/session-fold.ts';
import type { SessionLog, SessionReader, SessionStore } from './session-log.ts';
import { findOwner } from './sqlite/find-owner.ts';
import { openWriter } from './sqlite/open-writer.ts';
import { SqliteLog } from './sqlite/sqlite-log.ts';

const owner = { pid: 1, host: 'here', name: 'test' };
const note = (text: string): NewRecord => ({ type: 'notice', body: { level: 'info', code: 'T', text } });

let folder = '';
let root = '';
let store: SessionStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-'));
  root = join(folder, 'sessions');
  store = openStore({ root });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function create(sessionId: string, count: number, size = 100): Promise<SessionLog> {
  const log = await store.open(sessionId, { owner, create: true });
  await log.append(Array.from({ length: count }, (_, n) => note(`${n} ${'x'.repeat(size)}`)));
  return log;
}

async function readAll(reader: SessionReader): Promise<LogRecord[]> {
  const records: LogRecord[] = [];
  for await (const record of reader.read()) records.push(record);
  return records;
}

/** Copies the files as `kill -9` leaves them to another folder. */
function crashed(sessionId: string): SessionStore {
  const copy = join(folder, `copy-${Math.random()}`);
  cpSync(join(root, sessionId), join(copy, sessionId), { recursive: true });
  return openStore({ root: copy });
}

describe('G1 to G11, as far as a single process can test them', () => {
  test('G1: an acknowledged record is in the files before anything is closed', async () => {
    const log = await create('s', 5);
    const after = await crashed('s').open('s', { owner });
    expect(await readAll(after)).toEqual(await readAll(log));
    await log.close();
  });

  test('G2: a valid snapshot is used and a damaged one is ignored', async () => {
    const log = await create('s', 3);
    await log.append([{ type: 'title_changed', body: { title: 'real' } }]);
    const state = JSON.stringify({ ...sessionFold.initial, title: 'forged' });
    await log.saveSnapshot({ name: sessionFold.name, version: sessionFold.version, seq: 4, state });
    expect((await Projection.open(log, sessionFold)).state.title).toBe('forged');
    await log.close();
    const database = new DatabaseSync(join(root, 's/events.db'));
    database.exec(`UPDATE snapshots SET state = replace(state, 'forged', 'broken')`);
    database.close();
    const reader = await store.openReader('s');
    expect((await Projection.open(reader, sessionFold)).state.title).toBe('real');
    await reader.close();
  });

  test('G3: records cannot be changed or deleted, even with plain SQLite', async () => {
    await (await create('s', 3)).close();
    const database = new DatabaseSync(join(root, 's/events.db'));
    expect(() => {
      database.exec('DELETE FROM records');
    }).toThrow('records are only appended');
    expect(() => {
      database.exec(`UPDATE records SET body = '{}'`);
    }).toThrow('records are only appended');
    database.close();
  });

  test('G3: a deleted record is detected', async () => {
    await (await create('s', 3)).close();
    const database = new DatabaseSync(join(root, 's/events.db'));
    database.exec(`DROP TRIGGER records_are_kept; DELETE FROM records WHERE seq = 2`);
    database.close();
    const reader = await store.openReader('s');
    const report = await reader.verify();
    expect([report.isSound, report.valid]).toEqual([false, 1]);
    expect(report.problems).toContain('Record 2 is missing');
    await reader.close();
  });

  test('G4: the lock is free as soon as its holder closes', async () => {
    for (let n = 0; n < 20; n += 1) {
      const log = await store.open('s', { owner, create: n === 0 });
      await log.append([note(`${n}`)]);
      await log.close();
    }
    expect((await store.find('s'))?.records).toBe(20);
  });

  test('G8: a damaged session is one entry of the list and hides no other', async () => {
    await (await create('good', 3)).close();
    await (await create('bad', 3)).close();
    writeFileSync(join(root, 'bad/events.db'), 'not a database at all, but long enough to be read as one'.repeat(50));
    const list = await store.list();
    expect(list.map(({ sessionId, damage }) => [sessionId, damage !== null])).toEqual(
      expect.arrayContaining([
        ['good', false],
        ['bad', true],
      ]),
    );
    await expect(store.open('bad', { owner })).rejects.toMatchObject({ code: 'SESSION_DAMAGED' });
    expect((await store.open('good', { owner })).head.seq).toBe(3);
  });

  test('G8: salvage keeps the longest valid prefix and the original', async () => {
    const log = await create('s', 40, 900);
    const before = await readAll(log);
    await log.close();
    const path = join(root, 's/events.db');
    const bytes = readFileSync(path);
    const at = bytes.indexOf('20 xxx');
    bytes[at + 50] = 0;
    writeFileSync(path, bytes);
    const report = await store.salvage('s', owner);
    expect(report).toMatchObject({ kept: 20, lost: 20 });
    expect(existsSync(join(report.original, 'events.db'))).toBe(true);
    const after = await store.open('s', { owner });
    expect(await readAll(after)).toEqual(before.slice(0, 20));
    await after.append([note('goes on')]);
    await after.close();
  });

  test.each([
    ['row id', 2],
    ['epoch', 3],
  ])('G8: salvage loses nothing when only the type of the %s is damaged', async (_, offset) => {
    const log = await create('s', 30, 900);
    const before = await readAll(log);
    await log.close();
    const path = join(root, 's/events.db');
    const bytes = readFileSync(path);
    // The row id, the length of the header, and the types of the first two columns.
    const cell = bytes.lastIndexOf(Buffer.of(20, 11, 0, 9), bytes.indexOf('19 xxx'));
    expect(cell).toBeGreaterThan(0);
    bytes[cell + offset] = 10;
    writeFileSync(path, bytes);
    expect(await store.salvage('s', owner)).toMatchObject({ kept: 30, lost: 0 });
    const reader = await store.openReader('s');
    expect(await readAll(reader)).toEqual(before);
    await reader.close();
  });

  test('G8: salvage recovers everything if only the file header is damaged', async () => {
    const log = await create('s', 30, 9000);
    const before = await readAll(log);
    await log.close();
    const path = join(root, 's/events.db');
    const bytes = readFileSync(path);
    bytes.fill(0, 0, 100);
    writeFileSync(path, bytes);
    expect(await store.salvage('s', owner)).toMatchObject({ kept: 30, lost: 0 });
    const reader = await store.openReader('s');
    expect(await readAll(reader)).toEqual(before);
    await reader.close();
  });

  test('G8: a lost end of the write-ahead log is detected', async () => {
    const log = await create('s', 1);
    for (let n = 0; n < 20; n += 1) await log.append([note(`${n}`)]);
    await expect.poll(() => readFileSync(join(root, 's/head'), 'latin1')).toMatch(/ 0{14}21 /);
    const copy = join(folder, 'cut');
    cpSync(join(root, 's'), join(copy, 's'), { recursive: true });
    const wal = join(copy, 's/events.db-wal');
    writeFileSync(wal, readFileSync(wal).subarray(0, -2000));
    const after = openStore({ root: copy });
    await expect(after.open('s', { owner })).rejects.toThrow(/Records 21 to 21 are lost/);
    await log.close();
  });

  test('G9: on a network file system no shared memory is used, and the log has a warning', async () => {
    const place = { root, sessionId: 'far', at: new Date().toISOString(), remote: 'NFS' };
    const log = new SqliteLog(openWriter(place, { owner, create: true }), () => new Date());
    await log.append([note('kept')]);
    expect(log.warnings).toEqual(['sessions are on NFS: other processes cannot read a session while it is open']);
    expect(existsSync(join(root, 'far/events.db-wal'))).toBe(false);
    await log.close();
    expect(await readAll(await store.openReader('far'))).toHaveLength(1);
  });

  test('G10: a newer format is rejected and left unchanged', async () => {
    await (await create('s', 3)).close();
    const path = join(root, 's/events.db');
    const database = new DatabaseSync(path);
    database.exec(`PRAGMA user_version = ${FORMAT + 1}`);
    database.close();
    const before = readFileSync(path);
    await expect(store.open('s', { owner })).rejects.toMatchObject({
      code: 'SESSION_TOO_NEW',
      hint: 'Update Bowline. The session is unchanged',
    });
    await expect(store.openReader('s')).rejects.toMatchObject({ code: 'SESSION_TOO_NEW' });
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('reads a session of an older format without changing it, and upgrades it on the first write', async () => {
    await (await create('s', 3)).close();
    const formatOf = (value?: number): unknown => {
      const database = new DatabaseSync(join(root, 's/events.db'));
      if (value !== undefined) database.exec(`PRAGMA user_version = ${value}`);
      const row = database.prepare('PRAGMA user_version').get();
      database.close();
      return row?.['user_version'];
    };
    expect(formatOf(1)).toBe(1);
    expect(await readAll(await store.openReader('s'))).toHaveLength(3);
    expect(formatOf()).toBe(1);
    await (await store.open('s', { owner })).close();
    expect(formatOf()).toBe(FORMAT);
    expect(await readAll(await store.openReader('s'))).toHaveLength(3);
  });

  test('G11: the size of the write-ahead log stays bounded', async () => {
    const log = await create('s', 1);
    let most = 0;
    for (let n = 0; n < 300; n += 1) {
      await log.append([note('x'.repeat(60_000))]);
      most = Math.max(most, statSync(join(root, 's/events.db-wal')).size);
    }
    expect(most).toBeLessThan(8_000_000);
    await log.close();
  });
});

test('only its owner can read a session', async () => {
  const log = await create('s', 3);
  expect(statSync(join(root, 's')).mode & 0o777).toBe(0o700);
  for (const name of ['events.db', 'events.db-wal', 'events.db-shm', 'head', 'lock-0']) {
    expect([name, statSync(join(root, 's', name)).mode & 0o777]).toEqual([name, 0o600]);
  }
  await log.close();
});

test('a session whose creation was interrupted can be created again', async () => {
  const log = await create('s', 1);
  await log.close();
  for (const name of ['head', 'events.db']) rmSync(join(root, 's', name));
  writeFileSync(join(root, 's/events.db'), '');
  const again = await store.open('s', { owner, create: true });
  await again.append([note('fresh')]);
  expect(again.head.seq).toBe(1);
  await again.close();
});

test('an unreadable index is rebuilt from the sessions', async () => {
  await (await create('s', 3)).close();
  expect(await store.list()).toHaveLength(1);
  await store.close();
  writeFileSync(join(root, 'index.db'), 'garbage'.repeat(1000));
  store = openStore({ root });
  expect(await store.list()).toMatchObject([{ sessionId: 's', records: 3 }]);
});

test('an error for a damaged session has a code and a hint', async () => {
  await (await create('s', 3)).close();
  rmSync(join(root, 's/head'));
  const error = await store.open('s', { owner }).catch((thrown: unknown) => thrown);
  expect(AgentError.is(error) && [error.code, error.hint !== undefined]).toEqual(['SESSION_DAMAGED', true]);
  chmodSync(join(root, 's'), 0o700);
});

test.each([
  [
    'of a newer format',
    (path: string) => {
      exec(path, 'PRAGMA user_version = 99');
    },
    'SESSION_TOO_NEW',
  ],
  [
    'that is damaged',
    (path: string) => {
      writeFileSync(path, readFileSync(path).fill(1, 0, 100));
    },
    'SESSION_DAMAGED',
  ],
])('creating a session never removes one %s that lost its witness', async (_, change, code) => {
  await (await create('s', 3)).close();
  change(join(root, 's/events.db'));
  rmSync(join(root, 's/head'));
  const before = readFileSync(join(root, 's/events.db'));
  await expect(store.open('s', { owner, create: true })).rejects.toMatchObject({ code });
  expect(readFileSync(join(root, 's/events.db')).equals(before)).toBe(true);
});

test('a session that could not be read is read again with the next list', async () => {
  await (await create('s', 3)).close();
  const path = join(root, 's/events.db');
  const at = statSync(path).mtime;
  exec(path, 'PRAGMA user_version = 99');
  utimesSync(path, at, at);
  expect((await store.list())[0]?.damage).toMatch(/format 99/);
  exec(path, `PRAGMA user_version = ${FORMAT}`);
  utimesSync(path, at, at);
  expect((await store.list())[0]?.damage).toBeNull();
});

function exec(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

describe('findOwner', () => {
  test('is the process that has the session open, and none once it is closed', async () => {
    expect(findOwner(root, 's')).toBeUndefined();
    const log = await create('s', 1);
    expect(findOwner(root, 's')).toMatchObject(owner);
    await log.close();
    expect(findOwner(root, 's')).toBeUndefined();
  });

  test('is the process that took the session over', async () => {
    const log = await create('s', 1);
    const other = { pid: 2, host: 'there', name: 'other' };
    const taken = await store.open('s', { owner: other, takeover: true });
    expect(findOwner(root, 's')).toMatchObject(other);
    await log.close();
    expect(findOwner(root, 's')).toMatchObject(other);
    await taken.close();
  });
});

test('a list has the model and the cost of a session, unless a price is unknown', async () => {
  const log = await create('s', 1);
  const list = async () => (await store.list()).map(({ model, cost }) => ({ model, cost }));
  expect(await list()).toEqual([{ model: null, cost: 0 }]);
  const asked = (cost?: number): NewRecord => {
    const usage = { inputTokens: 1, outputTokens: 1, ...(cost === undefined ? {} : { cost }) };
    return { type: 'utility_called', body: { purpose: 'p', model: 'm', usage } };
  };
  await log.append([{ type: 'model_selected', body: { model: 'm', config: {}, strategy: 's' } }, asked(0.25)]);
  expect(await list()).toEqual([{ model: 'm', cost: 0.25 }]);
  await log.append([asked()]);
  expect(await list()).toEqual([{ model: 'm', cost: null }]);
  await log.close();
});
