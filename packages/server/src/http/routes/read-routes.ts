import { AgentError, type AgentEvent, type EventQuery, type SessionStatus } from '@bowline/protocol';
import { type SessionReader, Projection, sessionFold } from '@bowline/log';
import { readEvents, toStatus, turnFold } from '@bowline/runtime';
import type { Hono } from 'hono';
import * as z from 'zod';
import { toEventsTopic } from '../../bus/topics.ts';
import { followSession } from '../../live/follow-session.ts';
import { toRecordSeq } from '../../live/told.ts';
import { ALIVE, toJsonLines, toOpening, toServerSent } from '../event-lines.ts';
import type { HttpEnv } from '../guard.ts';
import { parseAs } from '../read-body.ts';
import { limitsOf, type ServerPorts } from '../server-ports.ts';
import { begin, toStream } from '../to-stream.ts';

const eventsQuery = z.strictObject({
  streamId: z.string().optional(),
  from: z.string().optional(),
  after: z.string().optional(),
  /** The last event to return. For a live event, the end of the record before it. */
  upTo: z.string().optional(),
});
const liveQuery = z.strictObject({ after: z.string().optional() });

/** Routes that read a session: status, saved events and live events. */
export function addReadRoutes(app: Hono<HttpEnv>, ports: ServerPorts): void {
  app.get('/v1/sessions/:id/status', async (context) => {
    const reader = await context.get('guest').ports.store.openReader(context.req.param('id'));
    try {
      return context.json(await readStatus(reader));
    } finally {
      await reader.close();
    }
  });

  app.get('/v1/sessions/:id/events', async (context) => {
    const { upTo, ...wanted } = parseAs(eventsQuery, context.req.query());
    const query = toQuery(wanted);
    const reader = await context.get('guest').ports.store.openReader(context.req.param('id'));
    const limits = { upTo: upTo === undefined ? Number.MAX_SAFE_INTEGER : seqOf(upTo), openStreamId: null };
    const events = await begin(closing(through(readEvents(reader, query, limits), upTo), reader));
    return context.body(toStream(toJsonLines(events)), 200, { 'content-type': 'application/x-ndjson' });
  });

  app.get('/v1/sessions/:id/live', async (context) => {
    const asked = parseAs(liveQuery, context.req.query()).after;
    const after = context.req.header('last-event-id') ?? asked;
    const { tenant, ports: own } = context.get('guest');
    const sessionId = context.req.param('id');
    const reader = await own.store.openReader(sessionId);
    const ending = [context.req.raw.signal, ...(ports.signal === undefined ? [] : [ports.signal])];
    const signal = AbortSignal.any(ending);
    const topic = toEventsTopic({ tenant, sessionId });
    const { heads } = own;
    const lastSeq = heads === undefined ? undefined : (): ReturnType<typeof heads> => heads(sessionId);
    const follow = { reader, bus: ports.bus, topic, after, signal, lastSeq };
    const { position, events } = await followSession(follow).catch(async (thrown: unknown) => {
      await reader.close();
      throw thrown;
    });
    const lines = toLiveLines(position, closing(events, reader));
    return context.body(toStream(lines, { text: ALIVE, everyMs: limitsOf(ports).aliveMs }), 200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
  });
}

async function* toLiveLines(position: string, events: AsyncIterable<AgentEvent>): AsyncGenerator<string> {
  yield toOpening(position);
  for await (const event of events) yield toServerSent(event);
}

/** Stops after the given event. A record may hold several events, and the client receives the rest of them live. */
async function* through(events: AsyncIterable<AgentEvent>, last: string | undefined): AsyncGenerator<AgentEvent> {
  for await (const event of events) {
    yield event;
    if (event.id === last) return;
  }
}

/** Passes the items through and then closes the reader, even after an error. */
async function* closing<T>(items: AsyncIterable<T>, reader: SessionReader): AsyncGenerator<T> {
  try {
    yield* items;
  } finally {
    await reader.close();
  }
}

function toQuery(wanted: Omit<z.infer<typeof eventsQuery>, 'upTo'>): EventQuery {
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  if (given.length > 1) throw new AgentError('SEND_INVALID', 'Use only one of streamId, from and after');
  return Object.fromEntries(given) as EventQuery;
}

function seqOf(eventId: string): number {
  const seq = toRecordSeq(eventId);
  if (seq === undefined) throw new AgentError('UNKNOWN_EVENT', `This session has no event ${eventId}`);
  return seq;
}

/** The status of a session, derived from its log alone, since its process may be on another node. */
async function readStatus(reader: SessionReader): Promise<SessionStatus> {
  const { state: session } = await Projection.open(reader, sessionFold);
  const { state: turn } = await Projection.open(reader, turnFold);
  return toStatus(reader.sessionId, session, turn.retryAt);
}
