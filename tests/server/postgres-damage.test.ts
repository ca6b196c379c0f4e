import { Projection, sessionFold, type SessionStore } from '@bowline/log';
import { openPostgresStore } from '@bowline/server';
import { all, note, owner, started } from '@bowline/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openMigratedPostgres, type MigratedPostgres } from './migrated-postgres.ts';

let database: MigratedPostgres;
let store: SessionStore;
let tenant = '';
let tenants = 0;

beforeAll(async () => {
  database = await openMigratedPostgres();
});
afterAll(async () => {
  await database.close();
});
beforeEach(async () => {
  tenant = `t${(tenants += 1)}`;
  store = openPostgresStore({ pool: database.app, tenant });
  const log = await store.open('s', { owner, create: true });
  await log.append([started('s'), { type: 'title_changed', body: { title: 'kept' } }, note('c'), note('d')]);
  await log.close();
});

/** Changes that only an administrator can make. */
async function byHand(sql: string): Promise<void> {
  await database.admin.query(sql.replaceAll('$mine', `tenant = '${tenant}' and session_id = 's'`));
}

const damages: readonly [string, string, { problem: string; kept: number; lost: number }][] = [
  [
    'a body that was changed',
    `update bowline.record set body = replace(body, '"c"', '"x"') where $mine and seq = 3`,
    { problem: 'Record 3 breaks the chain', kept: 2, lost: 2 },
  ],
  [
    'a time that was changed',
    `update bowline.record set at = '2020-01-01T00:00:00.000Z' where $mine and seq = 2`,
    { problem: 'Record 2 breaks the chain', kept: 1, lost: 3 },
  ],
  [
    'a hash that was changed',
    `update bowline.record set hash = repeat('a', 64) where $mine and seq = 4`,
    { problem: 'Record 4 breaks the chain', kept: 3, lost: 1 },
  ],
  [
    'a record that is gone',
    `delete from bowline.record where $mine and seq = 2`,
    { problem: 'Record 2 is missing', kept: 1, lost: 3 },
  ],
  [
    'an end that is gone',
    `delete from bowline.record where $mine and seq > 2`,
    { problem: 'Records 3 to 4 are lost', kept: 2, lost: 2 },
  ],
  [
    'a record before the first',
    `insert into bowline.record select tenant, session_id, 0, epoch, at, stream_id, type, body, hash
       from bowline.record where $mine and seq = 1`,
    { problem: 'Record 1 is missing', kept: 0, lost: 4 },
  ],
];

test.each(damages)('%s is found; salvage keeps verified records', async (_name, sql, { problem, kept, lost }) => {
  await byHand(sql);
  const report = await (await store.openReader('s')).verify();
  expect(report).toMatchObject({ isSound: false, valid: kept });
  expect(report.problems[0]).toBe(problem);
  const salvaged = await store.salvage('s', owner);
  expect(salvaged).toMatchObject({ kept, lost, problems: report.problems });
  expect(await (await store.openReader('s')).verify()).toEqual({ isSound: true, valid: kept, problems: [] });
  const log = await store.open('s', { owner });
  await log.append([note('goes on')]);
  expect(log.head.seq).toBe(kept + 1);
  await log.close();
});

test('salvage keeps the original rows under another name', async () => {
  await byHand(`update bowline.record set body = '{"broken":true}' where $mine and seq = 3`);
  const { original } = await store.salvage('s', owner);
  const { rows } = await database.admin.query<{ seq: string; body: string }>(
    'select seq, body from bowline.aside_record where tenant = $1 and aside_id = $2 order by seq',
    [tenant, original],
  );
  expect(rows.map(({ seq }) => Number(seq))).toEqual([1, 2, 3, 4]);
  expect(rows[2]?.body).toBe('{"broken":true}');
});

test('a read stops with an error at the changed record', async () => {
  await byHand(`update bowline.record set body = replace(body, '"c"', '"x"') where $mine and seq = 3`);
  const reader = await store.openReader('s');
  const seqs: number[] = [];
  const read = async (): Promise<void> => {
    for await (const { seq } of reader.read()) seqs.push(seq);
  };
  await expect(read()).rejects.toMatchObject({
    code: 'SESSION_DAMAGED',
    hint: expect.stringMatching(/salvage/i) as string,
  });
  expect(seqs).toEqual([1, 2]);
});

test.each([
  ['whose last record is gone', `delete from bowline.record where $mine and seq = 4`],
  ['whose last record was changed', `update bowline.record set hash = repeat('0', 64) where $mine and seq = 4`],
  ['that is longer than its row says', `update bowline.session set head_seq = 3 where $mine`],
])('a session %s is not opened for writing, and stays free', async (_name, sql) => {
  await byHand(sql);
  await expect(store.open('s', { owner })).rejects.toMatchObject({ code: 'SESSION_DAMAGED' });
  await store.salvage('s', owner);
  await (await store.open('s', { owner })).close();
});

test('a session in use is not salvaged', async () => {
  const log = await store.open('s', { owner });
  await expect(store.salvage('s', owner)).rejects.toMatchObject({ code: 'SESSION_BUSY' });
  await log.close();
});

test('a damaged session is listed as damaged and hides no other', async () => {
  await store.fork('s', { at: 4, as: 'whole', owner });
  await byHand(`update bowline.record set body = '{"broken":true}' where $mine and seq = 3`);
  await byHand('update bowline.session set summary = null where $mine');
  expect(await store.list()).toMatchObject([
    { sessionId: 'whole', title: 'kept', damage: null },
    { sessionId: 's', damage: 'Record 3 breaks the chain' },
  ]);
});

test('a lost summary is computed from the log once', async () => {
  const before = await store.list();
  await byHand("update bowline.session set summary = null, workspace = '' where $mine");
  expect(await store.list({ workspace: '/workspace' })).toEqual(before);
  const { rows } = await database.admin.query('select from bowline.session where tenant = $1 and summary is not null', [
    tenant,
  ]);
  expect(rows).toHaveLength(1);
});

test('after rewinds and questions the list matches a fold of the log', async () => {
  const log = await store.open('s', { owner });
  const request = { kind: 'text', inputId: 'q', title: 'what?' } as const;
  const check = async (): Promise<void> => {
    const { state } = await Projection.open(log, { ...sessionFold, name: 'without snapshots' });
    expect(await store.find('s')).toMatchObject({
      title: state.title,
      updatedAt: state.updatedAt,
      messages: state.messages,
      isOpen: state.activeStreamId !== null,
      pending: state.pending.length,
      records: log.head.seq,
    });
  };
  await log.append([
    { type: 'stream_started', body: {}, streamId: 'x' },
    { type: 'title_changed', body: { title: 'other' } },
  ]);
  await log.append([{ type: 'input_requested', body: { request }, streamId: 'x' }]);
  await check();
  await log.append([{ type: 'rewound', body: { to: 2 } }]);
  await check();
  await log.append([note('on')]);
  await check();
  await log.append([
    { type: 'title_changed', body: { title: 'third' } },
    { type: 'rewound', body: { to: 7 } },
    note('and on'),
  ]);
  await check();
  await log.append([note('last')]);
  await check();
  expect((await all(log.read())).length).toBe(log.head.seq);
  await log.close();
});
