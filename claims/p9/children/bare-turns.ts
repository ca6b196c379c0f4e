// The comparison: a plain Restate object whose handler appends the records of a turn to PostgreSQL and does nothing
// else; a second handler also calls the model, with plain fetch.
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createEndpointHandler, handlers, object, type ObjectContext } from '@restatedev/restate-sdk';
import { openPool } from '@bowline/server';

/** The options of the process. */
export interface BareOrder {
  readonly database: string;
  readonly admin: string;
  readonly publicKey: string;
  readonly model: string;
  /** The records of a turn, by transaction. */
  readonly turn: readonly (readonly BareRecord[])[];
}

export interface BareRecord {
  readonly type: string;
  readonly body: string;
}

const order = JSON.parse(process.argv[2] ?? '') as BareOrder;
const pool = openPool(order.database);
const [at, hash] = [new Date().toISOString(), 'f'.repeat(64)];

async function append(key: string, records: readonly BareRecord[]): Promise<void> {
  const { rowCount } = await pool.query({
    name: 'bare_append',
    text: `with head as (update bare_turns.session set head = head + cardinality($4::text[]) where id = $1 returning head)
      insert into bare_turns.record select $1, head - cardinality($4::text[]) + n, $2, type, body, $3
      from head, unnest($4::text[], $5::text[]) with ordinality as new (type, body, n)`,
    values: [key, at, hash, records.map(({ type }) => type), records.map(({ body }) => body)],
  });
  if (rowCount !== records.length) throw new Error(`there is no session ${key}`);
}

async function ask(): Promise<void> {
  const contents = [{ role: 'user', parts: [{ text: 'hi' }] }];
  const response = await fetch(`${order.model}/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ contents }),
  });
  if (!(await response.text()).includes('finishReason')) throw new Error('the model did not end');
}

/** A turn as one step, even if it is retried; the model is called before the record with its answer is appended. */
function toTurn(answer: () => Promise<void>) {
  const place = order.turn.findIndex((records) => records.some(({ type }) => type === 'model_answered'));
  return handlers.object.exclusive(async (ctx: ObjectContext) => {
    await ctx.run('turn', async () => {
      for (const [index, records] of order.turn.entries()) {
        if (index === place) await answer();
        await append(ctx.key, records);
      }
    });
  });
}

const bare = object({
  name: 'Bare',
  handlers: { run: toTurn(async () => undefined), ask: toTurn(ask) },
  options: { journalRetention: 0, idempotencyRetention: 60_000 },
});

const server = createServer(
  createEndpointHandler({
    services: [bare],
    identityKeys: [order.publicKey],
    bidirectional: true,
    logger: () => undefined,
  }),
);
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  void fetch(`${order.admin}/deployments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri: `http://127.0.0.1:${port}` }),
  }).then((response) => {
    console.log(response.ok ? 'ready' : `refused ${response.status}`);
  });
});
process.once('disconnect', () => {
  process.exit(0);
});
