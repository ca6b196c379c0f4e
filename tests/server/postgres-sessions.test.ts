import { once } from 'node:events';
import { Projection, sessionFold, type NewRecord, type SessionStore } from '@bowline/log';
import { findWaitingSessions, openInbox, openPool, openPostgresStore, openSessionFacts } from '@bowline/server';
import { all, note, owner, started } from '@bowline/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openMigratedPostgres, type MigratedPostgres } from './migrated-postgres.ts';

let database: MigratedPostgres;
let tenant = '';
let tenants = 0;

beforeAll(async () => {
  database = await openMigratedPostgres();
});
afterAll(async () => {
  await database.close();
});
beforeEach(() => {
  tenant = `t${(tenants += 1)}`;
});

function open(options: { readonly leaseMs?: number } = {}): SessionStore {
  return openPostgresStore({ pool: database.app, tenant, ...options });
}

const stream: NewRecord = { type: 'stream_started', body: {}, streamId: 'x' };
const question: NewRecord = {
  type: 'input_requested',
  body: { request: { kind: 'text', inputId: 'q', title: 'what?' } },
  streamId: 'x',
};

test('a record of 10 MB is returned unchanged, and many of them are read a few at a time', async () => {
  const store = open();
  const log = await store.open('s', { owner, create: true });
  await log.append([started('s')]);
  const long = `\u0000"\\ 🪢 ${'é'.repeat(5_000_000)}`;
  for (let n = 0; n < 3; n += 1) await log.append([note(`${n}${long}`)]);
  const records = await all(log.read({ from: 2 }));
  expect(records.map(({ body }) => 'text' in body && body.text === `${body.text[0] ?? ''}${long}`)).toEqual([
    true,
    true,
    true,
  ]);
  expect(await log.verify()).toMatchObject({ isSound: true, valid: 4 });
  await log.close();
});

test('concurrent appends are one transaction', async () => {
  const log = await open().open('s', { owner, create: true });
  await log.append([started('s')]);
  await Promise.all(Array.from({ length: 50 }, (_, n) => log.append([note(`${n}`)])));
  const { rows } = await database.admin.query('select distinct xmin from bowline.record where tenant = $1', [tenant]);
  expect(rows).toHaveLength(2);
  await log.close();
});

test('an idle session holds no connection, and an append takes one round trip', async () => {
  const pool = openPool(database.postgres.appUrl, { connections: 1 });
  const log = await openPostgresStore({ pool, tenant }).open('s', { owner, create: true });
  await log.append([started('s')]);
  let queries = 0;
  pool.on('acquire', () => (queries += 1));
  await log.append([note('a'), note('b')]);
  expect([queries, pool.idleCount, pool.totalCount]).toEqual([1, 1, 1]);
  await log.close();
  await pool.end();
});

test('a lease is renewed while the session is open, and expires without its writer', async () => {
  const [renewed, frozen] = [open({ leaseMs: 300 }), open({ leaseMs: 300 })];
  const log = await renewed.open('kept', { owner, create: true });
  await frozen.open('left', { owner, create: true });
  await frozen.close(); // its writers no longer renew
  await expect(open().open('left', { owner })).rejects.toMatchObject({ code: 'SESSION_BUSY' });
  const isLeft = async (): Promise<boolean> =>
    await open()
      .open('left', { owner })
      .then(
        async (taken) => {
          await taken.close();
          return true;
        },
        () => false,
      );
  await expect.poll(isLeft, { timeout: 10_000 }).toBe(true);
  // Its first lease is older than the one that has expired.
  await expect(open().open('kept', { owner })).rejects.toMatchObject({ code: 'SESSION_BUSY' });
  await log.close();
});

test('hints wake a tail in another process', async () => {
  const wakes = new Set<() => void>();
  const hints = {
    announce: () => {
      for (const wake of wakes) wake();
    },
    listen: async (_sessionId: string, wake: () => void) => {
      wakes.add(wake);
      return async () => void wakes.delete(wake);
    },
  };
  const [writing, reading] = [
    openPostgresStore({ pool: database.app, tenant, hints }),
    openPostgresStore({ pool: database.app, tenant, hints }),
  ];
  const log = await writing.open('s', { owner, create: true });
  await log.append([started('s')]);
  const stop = new AbortController();
  const arrived: number[] = [];
  const follow = (async () => {
    for await (const { seq } of (await reading.openReader('s')).tail(2, stop.signal)) {
      arrived.push(performance.now());
      if (seq === 4) return;
    }
  })();
  const sent: number[] = [];
  await expect.poll(() => wakes.size).toBe(1);
  for (const [n, text] of ['a', 'b', 'c'].entries()) {
    await expect.poll(() => arrived.length, { timeout: 5000 }).toBe(n);
    await log.append([note(text)]);
    sent.push(performance.now());
  }
  await follow;
  expect(Math.max(...arrived.map((at, n) => at - (sent[n] ?? 0)))).toBeLessThan(900); // sooner than its own polling
  expect(wakes.size).toBe(0);
  await log.close();
});

test('a tail without hints polls', async () => {
  const log = await open().open('s', { owner, create: true });
  await log.append([started('s')]);
  const stop = new AbortController();
  const pool = openPool(database.postgres.appUrl, { connections: 1 });
  const reader = await openPostgresStore({ pool, tenant }).openReader('s');
  const tail = reader.tail(2, stop.signal)[Symbol.asyncIterator]();
  const looked = once(pool, 'release');
  const next = tail.next();
  await looked;
  await log.append([note('a')]);
  expect((await next).value).toMatchObject({ seq: 2 });
  stop.abort();
  expect((await tail.next()).done).toBe(true);
  await log.close();
  await pool.end();
});

test('only the last few snapshots are kept, and a fenced writer stores none', async () => {
  const store = open();
  const log = await store.open('s', { owner, create: true });
  await log.append([started('s'), ...Array.from({ length: 29 }, (_, n) => note(`${n}`))]);
  for (let seq = 1; seq <= 30; seq += 1) await log.saveSnapshot({ name: 'x', version: 1, seq, state: `${seq}` });
  const { rows } = await database.admin.query('select seq from bowline.snapshot where tenant = $1', [tenant]);
  expect(rows).toHaveLength(8);
  const taken = await store.open('s', { owner, takeover: true });
  await log.saveSnapshot({ name: 'x', version: 1, seq: 30, state: 'of a zombie' });
  expect(await taken.snapshot('x', 1, [{ from: 1, to: 30 }])).toMatchObject({ state: '30' });
  await taken.close();
});

test('a writer confirms that it owns the session until another one takes it over', async () => {
  const first = await open().open('s', { owner, create: true });
  await first.append([started('s')]);
  await first.confirm?.();
  const second = await open().open('s', { owner, takeover: true });
  await expect(first.confirm?.()).rejects.toMatchObject({ code: 'SESSION_FENCED' });
  await second.confirm?.();
  await second.close();
  // It is closed, but no other writer has taken it over since.
  await second.confirm?.();
  await first.close();
});

test('an epoch is never reused, not even for a session with the same id', async () => {
  const store = open();
  const log = await store.open('s', { owner, create: true });
  await log.append([started('s'), note('a')]);
  await log.close();
  const zombie = await store.open('s', { owner });
  await database.admin.query(`update bowline.session set held_until = null where tenant = $1`, [tenant]);
  await store.delete('s');
  const again = await store.open('s', { owner, create: true });
  await again.append([started('s'), note('b')]);
  expect(again.epoch).toBeGreaterThan(zombie.epoch);
  await expect(zombie.append([note('late')])).rejects.toMatchObject({ code: 'SESSION_FENCED' });
  await again.close();
});

test('every inbox entry is stored once, kept in order, and settled once', async () => {
  const inbox = openInbox({ pool: database.app, tenant });
  const say = (text: string) => ({ send: { message: { content: [{ type: 'text' as const, text }] } } });
  const put = (messageId: string, text: string): Promise<string> => inbox.put('s', { messageId, entry: say(text) });
  expect(await put('a', 'one \u0000 \ud800')).toBe('new');
  expect(await put('b', 'two')).toBe('new');
  expect(await put('a', 'another')).toBe('known');
  const twice = await Promise.all(Array.from({ length: 20 }, () => put('c', 'three')));
  expect(twice.filter((was) => was === 'new')).toHaveLength(1);
  expect(await inbox.waiting('s')).toMatchObject([
    { messageId: 'a', entry: say('one \u0000 \ud800') },
    { messageId: 'b', entry: say('two') },
    { messageId: 'c' },
  ]);
  expect(await inbox.outcomeOf('s', 'a')).toEqual({ state: 'waiting' });
  expect(await inbox.settle('s', 'a', { streamId: 'x' })).toBe(true);
  expect(await inbox.settle('s', 'a', { streamId: 'y' })).toBe(false);
  expect(await inbox.settle('s', 'unknown', { streamId: 'y' })).toBe(false);
  expect(await inbox.outcomeOf('s', 'a')).toEqual({ state: 'settled', outcome: { streamId: 'x' } });
  expect(await inbox.outcomeOf('s', 'z')).toEqual({ state: 'unknown' });
  expect((await inbox.waiting('s')).map(({ messageId }) => messageId)).toEqual(['b', 'c']);
  expect(await put('a', 'again')).toBe('known');
});

test('the contents of a message, which may be secret, are deleted once it is settled', async () => {
  const inbox = openInbox({ pool: database.app, tenant });
  const answer = { kind: 'credential', secret: 'hunter2' } as const;
  await inbox.put('s', { messageId: 'a', entry: { send: { input: { inputId: 'i', answer } } } });
  expect(JSON.stringify(await inbox.waiting('s'))).toContain('hunter2');
  await inbox.settle('s', 'a', { streamId: null });
  const { rows } = await database.admin.query('select entry::text from bowline.inbox where message_id = $1', ['a']);
  expect(JSON.stringify(rows)).not.toContain('hunter2');
});

test('the options of a session are stored once', async () => {
  const facts = openSessionFacts({ pool: database.app, tenant });
  const wishes = { model: 'm', mode: 'plan', note: 'a \u0000' };
  expect(await facts.put('s', { workspace: '/w', wishes })).toBe('new');
  expect(await facts.put('s', { workspace: '/other', wishes: {} })).toBe('known');
  expect(await facts.get('s')).toMatchObject({ sessionId: 's', workspace: '/w', wishes });
  expect(await facts.get('none')).toBeUndefined();
  await expect(facts.put('../x', { workspace: '/', wishes: {} })).rejects.toMatchObject({ code: 'SESSION_ID_INVALID' });
});

test('a session that never started is deleted with its facts and inbox', async () => {
  const options = { pool: database.app, tenant };
  await openSessionFacts(options).put('s', { workspace: '/w', wishes: {} });
  await openInbox(options).put('s', { messageId: 'a', entry: { abort: true } });
  await open().delete('s');
  expect(await openSessionFacts(options).get('s')).toBeUndefined();
  expect(await openInbox(options).outcomeOf('s', 'a')).toEqual({ state: 'unknown' });
  await expect(open().delete('s')).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
});

test('waiting sessions have an inbox entry, or an open stream without a worker', async () => {
  const store = open();
  const inbox = openInbox({ pool: database.app, tenant });
  const make = async (sessionId: string, ...records: readonly NewRecord[]): Promise<void> => {
    const log = await store.open(sessionId, { owner, create: true });
    await log.append([started(sessionId), ...records]);
    await log.close();
  };
  await make('rests');
  await make('died', stream);
  await make('asks', stream, question);
  await make('ended', stream, { type: 'stream_ended', body: { reason: 'completed' }, streamId: 'x' });
  await make('rewound', stream, { type: 'rewound', body: { to: 1 } });
  await inbox.put('told', { messageId: 'a', entry: { abort: true } });
  await inbox.put('rests', { messageId: 'a', entry: { abort: true } });
  await inbox.settle('rests', 'a', { streamId: null });
  const running = await store.open('runs', { owner, create: true });
  await running.append([started('runs'), stream]);
  const waiting = (await findWaitingSessions(database.app)).filter((key) => key.tenant === tenant);
  expect(waiting.map(({ sessionId }) => sessionId).sort()).toEqual(['died', 'told']);
  await running.close();
  expect(await findWaitingSessions(database.app)).toContainEqual({ tenant, sessionId: 'runs' });
});

test('a copy of a session with an open stream is known to wait', async () => {
  const store = open();
  const log = await store.open('s', { owner, create: true });
  await log.append([started('s'), stream]);
  await log.close();
  await store.restore({ sessionId: 'copy', owner, records: (await store.openReader('s')).read() });
  expect(await findWaitingSessions(database.app)).toContainEqual({ tenant, sessionId: 'copy' });
});

test('a long session is copied and folded completely', async () => {
  const store = open();
  const log = await store.open('s', { owner, create: true });
  await log.append([started('s')]);
  for (let n = 0; n < 3; n += 1) await log.append(Array.from({ length: 700 }, (_, k) => note(`${n}.${k}`)));
  await log.append([{ type: 'title_changed', body: { title: 'long' } }]);
  await store.fork('s', { at: 2102, as: 'copy', owner });
  const copy = await store.openReader('copy');
  expect(await copy.verify()).toMatchObject({ isSound: true, valid: 2103 });
  expect((await Projection.open(copy, sessionFold)).state).toMatchObject({ title: 'long', parent: 's' });
  expect(await store.find('copy')).toMatchObject({ title: 'long', records: 2103 });
  await log.close();
});
