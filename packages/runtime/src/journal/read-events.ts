import { AgentError, toKeptId, type AgentEvent, type EventQuery } from '@bowline/protocol';
import type { SessionReader } from '@bowline/log';
import { toAgentEvents } from './to-agent-events.ts';

/** How far a log may be read, and which stream is accepted although none of it has been reported. */
export interface ReadLimits {
  readonly upTo: number;
  readonly openStreamId: string | null;
}

/** Yields saved records as events. Throws at once for an unknown ID. */
export async function* readEvents(
  log: SessionReader,
  query: EventQuery,
  limits: ReadLimits,
): AsyncIterable<AgentEvent> {
  if ('streamId' in query) yield* readStream(log, query.streamId, limits);
  else if ('from' in query) yield* readFrom(log, query.from, { isAfter: false, upTo: limits.upTo });
  else if ('after' in query) yield* readFrom(log, query.after, { isAfter: true, upTo: limits.upTo });
  else yield* toEvents(log, { to: limits.upTo });
}

async function* readStream(
  log: SessionReader,
  streamId: string,
  { upTo, openStreamId }: ReadLimits,
): AsyncIterable<AgentEvent> {
  const start = await log.findStream(streamId);
  if (start === undefined) {
    if (streamId === openStreamId) return;
    throw new AgentError('UNKNOWN_STREAM', `This session has no stream ${streamId}`, {
      hint: 'List the events to see which streams exist',
    });
  }
  for await (const record of log.read({ from: start.seq, to: upTo })) {
    if (record.streamId !== streamId) continue;
    yield* toAgentEvents(record, log.sessionId);
    if (record.type === 'stream_ended') return;
  }
}

async function* readFrom(
  log: SessionReader,
  eventId: string,
  { isAfter, upTo }: { readonly isAfter: boolean; readonly upTo: number },
): AsyncIterable<AgentEvent> {
  const kept = toKeptId(eventId);
  const [recordId = ''] = kept.split('.');
  const record = await log.find(recordId);
  const events = record === undefined || record.seq > upTo ? [] : toAgentEvents(record, log.sessionId);
  const at = events.findIndex((event) => event.id === kept);
  if (record === undefined || at === -1) throw new AgentError('UNKNOWN_EVENT', `This session has no event ${eventId}`);
  yield* events.slice(isAfter ? at + 1 : at);
  yield* toEvents(log, { from: record.seq + 1, to: upTo });
}

async function* toEvents(log: SessionReader, range: Parameters<SessionReader['read']>[0]): AsyncIterable<AgentEvent> {
  for await (const record of log.read(range)) yield* toAgentEvents(record, log.sessionId);
}
