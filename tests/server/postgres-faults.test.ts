import { AgentError } from '@bowline/protocol';
import type { SessionLog, SessionStore } from '@bowline/log';
import { openPool, openPostgresStore } from '@bowline/server';
import { all, note, owner, started } from '@bowline/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMigratedPostgres, type MigratedPostgres } from './migrated-postgres.ts';

const RACES = 1000;
const KILLS = 6;

let database: MigratedPostgres;

beforeAll(async () => {
  database = await openMigratedPostgres({ fsync: true });
});
afterAll(async () => {
  await database.close();
});

function open(tenant: string, options: { readonly patienceMs?: number } = {}): SessionStore {
  return openPostgresStore({ pool: database.app, tenant, ...options });
}

/** Appends a text and returns whether it was acknowledged: false if the writer is fenced. Other errors are rethrown. */
async function tryAppend(log: SessionLog, text: string): Promise<boolean> {
  try {
    await log.append([note(text)]);
    return true;
  } catch (thrown) {
    if (AgentError.from(thrown).code !== 'SESSION_FENCED') throw thrown;
    return false;
  }
}

async function texts(log: SessionLog): Promise<string[]> {
  const records = await all(log.read({ from: 2 }));
  return records.flatMap((record) => (record.type === 'notice' ? [record.body.text] : []));
}

test(`one of two writers in two pools is fenced, ${RACES} of ${RACES} times`, { timeout: 300_000 }, async () => {
  const other = openPool(database.postgres.appUrl, { connections: 2 });
  const stores = [open('races'), openPostgresStore({ pool: other, tenant: 'races' })] as const;
  const log = await stores[0].open('s', { owner, create: true });
  await log.append([started('s')]);
  const acknowledged: string[] = [];
  let current = log;
  for (let race = 0; race < RACES; race += 1) {
    const [taker, before] = [stores[race % 2 === 0 ? 1 : 0], current];
    const takeover = taker.open('s', { owner, takeover: true });
    // The old writer appends during the takeover, and the new one as soon as it can.
    const [old, fresh] = await Promise.all([
      tryAppend(before, `${race} old`),
      takeover.then(async (next) => ({ next, isKept: await tryAppend(next, `${race} new`) })),
    ]);
    if (old) acknowledged.push(`${race} old`);
    if (fresh.isKept) acknowledged.push(`${race} new`);
    expect(fresh.isKept).toBe(true);
    expect(await tryAppend(before, `${race} too late`)).toBe(false);
    current = fresh.next;
  }
  expect(await texts(current)).toEqual(acknowledged);
  expect(await current.verify()).toMatchObject({ isSound: true, valid: acknowledged.length + 1 });
  await current.close();
  await other.end();
});

test('for any order of operations of two writers, acknowledged records exist once, in one chain', async () => {
  const step = fc.record({ writer: fc.constantFrom(0, 1), does: fc.constantFrom('append', 'append', 'take', 'close') });
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.boolean(), async (steps, isAtOnce) => {
      const store = open(`orders-${(runs += 1)}`);
      const logs: (SessionLog | undefined)[] = [await store.open('s', { owner, create: true }), undefined];
      await logs[0]?.append([started('s')]);
      const acknowledged: string[] = [];
      const act = async ({ writer, does }: { writer: number; does: string }, n: number): Promise<void> => {
        const log = logs[writer];
        if (does === 'take') logs[writer] = await store.open('s', { owner, takeover: true });
        else if (does === 'close') {
          await log?.close();
          if (logs[writer] === log) logs[writer] = undefined;
        } else if (log !== undefined && (await tryAppend(log, `${n}`).catch(() => false))) acknowledged.push(`${n}`);
      };
      if (isAtOnce) await Promise.all(steps.map(act));
      else for (const [n, one] of steps.entries()) await act(one, n);
      const last = await store.open('s', { owner, takeover: true });
      expect((await texts(last)).sort()).toEqual(acknowledged.sort());
      expect(await last.verify()).toMatchObject({ isSound: true });
      await last.close();
    }),
    { numRuns: 60 },
  );
});

test('if PostgreSQL is killed under eight writers, acknowledged records exist once, and the writers continue', async () => {
  const store = open('kills', { patienceMs: 30_000 });
  const writers = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const log = await store.open(`s${n}`, { owner, create: true });
      await log.append([started(`s${n}`)]);
      return { log, acknowledged: [] as string[] };
    }),
  );
  let isOver = false;
  const work = writers.map(async ({ log, acknowledged }) => {
    for (let n = 0; !isOver; n += 1) {
      const batch = [`${n}.0`, `${n}.1`];
      await log.append(batch.map(note));
      acknowledged.push(...batch);
    }
  });
  /** Waits until each writer has had this many more batches acknowledged. */
  const progress = async (batches: number): Promise<void> => {
    const before = writers.map(({ acknowledged }) => acknowledged.length);
    const least = (): number =>
      Math.min(...writers.map(({ acknowledged }, n) => acknowledged.length - (before[n] ?? 0)));
    await expect.poll(least, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(2 * batches);
  };
  for (let kill = 0; kill < KILLS; kill += 1) {
    await progress(5 + 3 * kill);
    await database.postgres.killHard();
    await database.postgres.start();
  }
  await progress(5);
  isOver = true;
  await Promise.all(work);
  for (const { log, acknowledged } of writers) {
    expect(acknowledged.length).toBeGreaterThan(KILLS);
    expect(await texts(log)).toEqual(acknowledged);
    expect(await log.verify()).toMatchObject({ isSound: true });
    await log.close();
  }
});

test('a database that is down longer than the timeout is a retryable error, and works again later', async () => {
  const store = open('away', { patienceMs: 300 });
  const log = await store.open('s', { owner, create: true });
  await log.append([started('s')]);
  await database.postgres.stop();
  const away = {
    code: 'STORE_FAILED',
    retryable: true,
    hint: expect.stringContaining('PostgreSQL is running') as string,
  };
  await expect(log.append([note('lost')])).rejects.toMatchObject(away);
  await expect(store.list()).rejects.toMatchObject(away);
  await expect(all(log.read())).rejects.toMatchObject(away);
  await database.postgres.start();
  await log.append([note('kept')]);
  expect(await texts(log)).toEqual(['kept']);
  await log.close();
});

test('a full disk is a specific error, and appends work once there is space', async () => {
  const store = open('full');
  const log = await store.open('s', { owner, create: true });
  await log.append([started('s')]);
  await database.admin.query(`
    create function public.refuse_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger refuse_full before insert on bowline.record for each row execute function public.refuse_full()`);
  try {
    await expect(log.append([note('no room')])).rejects.toMatchObject({ code: 'STORE_FULL', retryable: true });
  } finally {
    await database.admin.query('drop trigger refuse_full on bowline.record');
  }
  await log.append([note('room')]);
  expect(await texts(log)).toEqual(['room']);
  await log.close();
});

test('a tail continues across a restart of the database', async () => {
  const store = open('tail');
  const log = await store.open('s', { owner, create: true });
  await log.append([started('s')]);
  const stop = new AbortController();
  const seen: number[] = [];
  const follow = (async () => {
    for await (const { seq } of (await store.openReader('s')).tail(1, stop.signal)) if (seen.push(seq) === 3) return;
  })();
  await log.append([note('before')]);
  await database.postgres.restart();
  await log.append([note('after')]);
  await follow;
  stop.abort();
  expect(seen).toEqual([1, 2, 3]);
  await log.close();
});
