import { migrate, openPool, openPostgresStore } from '@bowline/server';
import type { NewRecord, SessionLog } from '@bowline/log';
import { note, owner, started } from '@bowline/testkit';
import type { TestPostgres } from '../../tests/server/open-postgres.ts';
import { quantile } from '../shared/quantile.ts';
import { round } from '../shared/round.ts';

/** The load of a measurement. */
export interface AppendLoad {
  readonly sessions: number;
  /** Appends of each session per block; Bowline and the bare driver alternate, block by block. */
  readonly perBlock: number;
  readonly blocks: number;
}

/** The results of Bowline and of the bare driver. */
export interface AppendFigures {
  readonly ours: { readonly perSecond: number; readonly p50ms: number; readonly p99ms: number };
  readonly bare: { readonly perSecond: number; readonly p50ms: number; readonly p99ms: number };
  /** The rate of Bowline as a share of the rate of the bare driver. */
  readonly share: number;
}

const record: NewRecord = note('x'.repeat(960));
const body = JSON.stringify(record.body);
const CONNECTIONS = 16;

/**
 * Compares fenced appends per second with the same insert and update by the bare driver: one prepared statement, one
 * round trip, no tenant, no partitions, no row-level security, no hash. PostgreSQL writes to its disk.
 */
export async function measurePostgresAppends(postgres: TestPostgres, load: AppendLoad): Promise<AppendFigures> {
  await migrate(postgres.ownerUrl);
  const pool = openPool(postgres.appUrl, { connections: CONNECTIONS });
  const bare = await openBare(postgres, load.sessions);
  const store = openPostgresStore({ pool, tenant: 'bench' });
  const logs = await Promise.all(
    Array.from({ length: load.sessions }, async () => {
      const sessionId = crypto.randomUUID();
      const log = await store.open(sessionId, { owner, create: true });
      await log.append([started(sessionId)]);
      return log;
    }),
  );
  try {
    return await compare(load, logs, bare.append);
  } finally {
    for (const log of logs) await log.close();
    await Promise.all([pool.end(), bare.close()]);
  }
}

async function compare(
  load: AppendLoad,
  logs: readonly SessionLog[],
  bare: (session: number) => Promise<void>,
): Promise<AppendFigures> {
  const samples = { ours: new Samples(), bare: new Samples() };
  for (let block = -2; block < load.blocks; block += 1) {
    const measured = block < 0 ? { ours: new Samples(), bare: new Samples() } : samples; // the first blocks warm up
    await measured.ours.take(load, async (session) => {
      await logs[session]?.append([record]);
    });
    await measured.bare.take(load, bare);
  }
  const [ours, theirs] = [samples.ours.figures(), samples.bare.figures()];
  return { ours, bare: theirs, share: round(ours.perSecond / theirs.perSecond) };
}

/** The duration of each append, and of all of them together. */
class Samples {
  readonly #each: number[] = [];
  #together = 0;

  async take({ sessions, perBlock }: AppendLoad, append: (session: number) => Promise<void>): Promise<void> {
    const start = performance.now();
    const work = Array.from({ length: sessions }, async (_, session) => {
      for (let n = 0; n < perBlock; n += 1) {
        const began = performance.now();
        await append(session);
        this.#each.push(performance.now() - began);
      }
    });
    await Promise.all(work);
    this.#together += performance.now() - start;
  }

  figures(): AppendFigures['ours'] {
    return {
      perSecond: Math.round(this.#each.length / (this.#together / 1000)),
      p50ms: round(quantile(this.#each, 0.5)),
      p99ms: round(quantile(this.#each, 0.99)),
    };
  }
}

interface Bare {
  readonly append: (session: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

async function openBare(postgres: TestPostgres, sessions: number): Promise<Bare> {
  const pool = openPool(postgres.ownerUrl, { connections: CONNECTIONS });
  await pool.query(`
    drop schema if exists bare cascade;
    create schema bare;
    create table bare.session (id integer primary key, epoch bigint, head bigint) with (fillfactor = 60);
    create table bare.record (id integer, seq bigint, at text, type text, body text, hash text, primary key (id, seq));
    insert into bare.session select n, 1, 0 from generate_series(0, ${sessions - 1}) n`);
  const heads = new Array<number>(sessions).fill(0);
  const [at, hash] = [new Date().toISOString(), 'f'.repeat(64)];
  return {
    append: async (session) => {
      const head = heads[session] ?? 0;
      const { rowCount } = await pool.query({
        name: 'bare_append',
        text: `with fence as (update bare.session set head = $2::bigint + 1 where id = $1 and epoch = 1 and head = $2 returning 1)
          insert into bare.record select $1, $2::bigint + 1, $3, $4, $5, $6 from fence`,
        values: [session, head, at, record.type, body, hash],
      });
      if (rowCount !== 1) throw new Error('the bare append was fenced');
      heads[session] = head + 1;
    },
    close: () => pool.end(),
  };
}
