import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BareOrder, BareRecord } from './children/bare-turns.ts';
import { callObject } from '../server-bench/bench-sessions.ts';
import type { ServerBench } from '../server-bench/open-server-bench.ts';
import { costOfTree } from '../../tests/kit/process-cost.ts';

/** A plain Restate object next to the server, on the same database and the same engine. */
export interface BareTurns {
  /** The number of records and transactions of a turn. */
  readonly records: number;
  readonly transactions: number;
  readonly create: () => Promise<string>;
  /** Appends the records of a turn; `ask` also calls the model. */
  readonly turn: (key: string, handler: 'run' | 'ask') => Promise<void>;
  readonly cpuMs: () => number;
  readonly close: () => void;
}

/** Starts it; each of its turns appends the records of the last turn of the given session of the server. */
export async function openBareTurns(bench: ServerBench, sampleId: string): Promise<BareTurns> {
  const { admin: pool, postgres } = bench.postgres;
  await pool.query(`
    create schema bare_turns;
    create table bare_turns.session (id text primary key, head bigint not null) with (fillfactor = 60);
    create table bare_turns.record (id text, seq bigint, at text, type text, body text, hash text, primary key (id, seq));
    grant usage on schema bare_turns to bowline_app;
    grant select, insert, update on bare_turns.session, bare_turns.record to bowline_app`);
  const turn = await lastTurn(bench, sampleId);
  const { admin, publicKey, ingress } = bench.restate;
  const order: BareOrder = { database: postgres.appUrl, admin, publicKey, model: bench.model, turn };
  const child = fork(join(import.meta.dirname, 'children/bare-turns.ts'), [JSON.stringify(order)], {
    execArgv: ['--conditions=@bowline/source', '--no-warnings'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  if (child.stdout === null) throw new Error('the bare handler says nothing');
  const [said] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as unknown[];
  if (String(said).trim() !== 'ready') throw new Error(`the bare handler did not start: ${String(said)}`);
  return {
    records: turn.flat().length,
    transactions: turn.length,
    create: async () => {
      const id = randomUUID();
      await pool.query('insert into bare_turns.session values ($1, 0)', [id]);
      return id;
    },
    turn: (key, handler) => callObject(ingress, { object: 'Bare', key, handler }),
    cpuMs: () => costOfTree(child.pid ?? 0).cpuMs,
    close: () => {
      child.disconnect();
    },
  };
}

/** The records of the last turn of a session, grouped by transaction with the help of xmin. */
async function lastTurn({ postgres }: ServerBench, sessionId: string): Promise<readonly (readonly BareRecord[])[]> {
  const { rows } = await postgres.admin.query<BareRecord & { transaction: string }>(
    `select xmin::text as transaction, type, body from bowline.record where session_id = $1
      and seq >= (select max(seq) from bowline.record where session_id = $1 and type = 'stream_started') order by seq`,
    [sessionId],
  );
  const groups = new Map<string, BareRecord[]>();
  for (const { transaction, type, body } of rows)
    groups.set(transaction, [...(groups.get(transaction) ?? []), { type, body }]);
  return [...groups.values()];
}
