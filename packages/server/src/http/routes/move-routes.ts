import { AgentError } from '@bowline/protocol';
import { exportSession, importSession, type LogRecord, type SessionReader, type SessionStore } from '@bowline/log';
import type { Hono } from 'hono';
import * as z from 'zod';
import type { HttpEnv, Guest } from '../guard.ts';
import { parseAs, readJson, readLines } from '../read-body.ts';
import { limitsOf, type ServerPorts } from '../server-ports.ts';
import { toStream } from '../to-stream.ts';

const BODY_BYTES = 64 * 1024;
const importQuery = z.strictObject({ moveId: z.string().min(1).max(128) });
const headerSchema = z.object({ sessionId: z.string(), records: z.int().positive(), hash: z.string() });
const releaseSchema = z.strictObject({
  to: z.string().min(1).max(1024),
  moveId: z.string().min(1).max(128),
  knows: z.string().optional(),
});
type Release = z.infer<typeof releaseSchema> & { readonly sessionId: string };

/** Routes that import, export and release sessions. At most one place may write a session at any time. */
export function addMoveRoutes(app: Hono<HttpEnv>, ports: ServerPorts): void {
  const limits = limitsOf(ports);

  app.get('/v1/sessions/:id/export', async (context) => {
    const { store } = context.get('guest').ports;
    const reader = await store.openReader(context.req.param('id'));
    return context.body(toStream(toExport(reader, store)), 200, { 'content-type': 'application/x-ndjson' });
  });

  app.post('/v1/sessions/import', async (context) => {
    const { moveId } = parseAs(importQuery, context.req.query());
    const guest = context.get('guest');
    const lines = readLines(context.req.raw, { limit: limits.importBytes, lineLimit: limits.lineBytes });
    const next = await lines.next();
    const first = next.done === true ? '' : next.value;
    const header = parseHeader(first);
    const { sessionId } = header;
    const isKnown = await hasArrived(guest.ports.store, header);
    if (!isKnown)
      await importSession(guest.ports.store, {
        lines: joined(first, lines),
        owner: ports.owner,
        arrival: { at: ports.owner.host, moveId },
      });
    // Also for a known session: the process that accepted it may have stopped at this point.
    await welcome(ports, guest, sessionId);
    return context.json({ sessionId, isKnown }, isKnown ? 200 : 201);
  });

  app.post('/v1/sessions/:id/release', async (context) => {
    const wanted = parseAs(releaseSchema, await readJson(context.req.raw, BODY_BYTES));
    const sessionId = context.req.param('id');
    return context.json(await release(ports, context.get('guest'), { sessionId, ...wanted }));
  });
}

/** Continues an unfinished turn. A pending approval stays pending. */
async function welcome(ports: ServerPorts, { tenant, ports: own }: Guest, sessionId: string): Promise<void> {
  const summary = await own.store.find(sessionId);
  if (summary !== undefined) await own.facts.put(sessionId, { workspace: summary.workspace, wishes: {} });
  await ports.durable.submit({ tenant, sessionId });
}

/**
 * Releases a session: its last record here says where it went. Repeated requests from the same place return the same
 * move. Does not interrupt a running turn.
 */
async function release(
  ports: ServerPorts,
  { tenant, ports: own }: Guest,
  { sessionId, to, moveId, knows }: Release,
): Promise<{ readonly moveId: string }> {
  const earlier = await findMove(own.store, sessionId, knows);
  if (earlier !== undefined) {
    if (earlier.to === to) return { moveId: earlier.moveId };
    throw new AgentError('SESSION_MOVED', `Session ${sessionId} was moved to ${earlier.to}`, {
      hint: 'Continue it there, or push it from there again',
      details: { to: earlier.to },
    });
  }
  const status = await ports.durable.status({ tenant, sessionId });
  if (status === 'running' || status === 'queued')
    throw new AgentError('SESSION_BUSY', `Session ${sessionId} is running`, {
      hint: 'Wait until its turn ends, or abort it first',
      retryable: true,
    });
  // If a worker opens the session meanwhile, it either takes over or finds this record. Both never write.
  const log = await own.store.open(sessionId, { owner: ports.owner });
  try {
    await log.append([{ type: 'session_moved', body: { to, moveId } }]);
  } finally {
    await log.close();
  }
  return { moveId };
}

/** The move with which the session left, if any. Throws unless the last record known to the destination exists here. */
async function findMove(
  store: SessionStore,
  sessionId: string,
  knows: string | undefined,
): Promise<{ readonly to: string; readonly moveId: string } | undefined> {
  const reader = await store.openReader(sessionId);
  try {
    if (knows !== undefined && (await reader.find(knows)) === undefined)
      throw new AgentError('SESSION_EXISTS', `Your copy of session ${sessionId} has a different history`, {
        hint: 'Delete your copy first if you do not need it',
      });
    let last: LogRecord | undefined;
    for await (const record of reader.read({ from: Math.max(1, reader.head.seq) })) last = record;
    return last?.type === 'session_moved' ? last.body : undefined;
  } finally {
    await reader.close();
  }
}

/** Whether this exact history was already imported and is continued here. */
async function hasArrived(
  store: SessionStore,
  { sessionId, records, hash }: z.infer<typeof headerSchema>,
): Promise<boolean> {
  const found = await store.find(sessionId);
  if (found?.sessionId !== sessionId) return false;
  const reader = await store.openReader(sessionId);
  try {
    for await (const record of reader.read({ from: records, to: records + 1 })) {
      if (record.seq === records && record.hash !== hash) return false;
      if (record.seq === records + 1) return true;
    }
    return false;
  } finally {
    await reader.close();
  }
}

async function* toExport(reader: SessionReader, { artifacts }: SessionStore): AsyncGenerator<string> {
  try {
    for await (const line of exportSession(reader, artifacts)) yield `${line}\n`;
  } finally {
    await reader.close();
  }
}

function parseHeader(line: string): z.infer<typeof headerSchema> {
  try {
    return headerSchema.parse(JSON.parse(line));
  } catch (thrown) {
    throw new AgentError('IMPORT_INVALID', 'The first line is not a valid session header', { cause: thrown });
  }
}

async function* joined(first: string, rest: AsyncIterable<string>): AsyncIterable<string> {
  yield first;
  yield* rest;
}
