import { AgentError, createLiveId, toKeptId, type AgentEvent } from '@bowline/protocol';
import type { LogRecord, SessionReader } from '@bowline/log';
import { toAgentEvents } from '@bowline/runtime';
import type { EventBus } from '../bus/event-bus.ts';
import { hear, isBehind, passEnd, passRecord, startFollowing, type FollowState } from './follow-state.ts';
import { BoundedMailbox } from './heard-notes.ts';
import { parseTold, toRecordId } from './told.ts';

/** How often to check the log without a hint. Records without a hint are read at the second check. */
const LOOK_MS = 1000;

/** Which session to follow, and from where. */
export interface FollowOptions {
  readonly reader: SessionReader;
  readonly bus: EventBus;
  readonly topic: string;
  /** The last event already received. Default: only new events. */
  readonly after?: string | undefined;
  readonly signal: AbortSignal;
  readonly lookMs?: number;
  /** A cheaper way than reading to get the last record number, if there is one. */
  readonly lastSeq?: (() => Promise<number | undefined>) | undefined;
}

/** A followed session. */
export interface Followed {
  /** Where `events` start, as an ID: following `after` it again misses nothing. */
  readonly position: string;
  /** Every saved event once, in order, from the log, with live events between them unless those were lost. */
  readonly events: AsyncIterable<AgentEvent>;
}

/** Follows a session that another process may be writing. Throws at once for an unknown event. */
export async function followSession(options: FollowOptions): Promise<Followed> {
  const { reader, bus, topic, after } = options;
  const notes = new BoundedMailbox();
  // Subscribes before reading the log, so that nothing in between is missed.
  const stop = await bus.subscribe(topic, (text) => {
    const told = parseTold(text);
    if (told !== undefined) notes.push(told);
  });
  try {
    const start = after === undefined ? await findEnd(reader) : await findRecord(reader, after);
    const missed = after === undefined ? [] : eventsAfter(start, after, reader.sessionId);
    return { position: createLiveId(start.id, 0), events: follow(options, { start, missed, notes, stop }) };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

interface Start {
  readonly start: LogRecord;
  /** Events of the first record that the follower has not seen. */
  readonly missed: readonly AgentEvent[];
  readonly notes: BoundedMailbox;
  readonly stop: () => Promise<void>;
}

async function* follow(options: FollowOptions, { start, missed, notes, stop }: Start): AsyncGenerator<AgentEvent> {
  const { reader, signal, lookMs = LOOK_MS } = options;
  let state = startFollowing(start.seq);
  let unseenAt: number | undefined;
  try {
    yield* missed;
    if (options.after !== undefined) state = yield* readOn(reader, state, undefined);
    while (!signal.aborted) {
      const heard = await notes.take(lookMs, signal);
      for (const told of heard) {
        const step = hear(state, told);
        state = step.state;
        yield* step.passed;
      }
      if (isBehind(state)) state = yield* readOn(reader, state, state.known);
      if (heard.length > 0 || isAborted(signal)) continue;
      // A hint, and live events before it, may be on their way, so a record is read without a hint only at the second
      // check.
      if (unseenAt === state.seq) state = yield* readOn(reader, state, undefined);
      unseenAt = (await hasMore(options, state.seq)) ? state.seq : undefined;
    }
  } finally {
    await stop();
  }
}

/** Reads up to a record, or to the end. */
async function* readOn(
  reader: SessionReader,
  from: FollowState,
  to: number | undefined,
): AsyncGenerator<AgentEvent, FollowState> {
  let state = from;
  for await (const record of reader.read({ from: from.seq + 1, ...(to === undefined ? {} : { to }) })) {
    yield* toAgentEvents(record, reader.sessionId);
    const step = passRecord(state, record.seq);
    state = step.state;
    yield* step.passed;
  }
  return isBehind(state) ? passEnd(state) : state;
}

/** Hides the check from the compiler, which assumes that `aborted` cannot change during an await. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

async function hasMore({ reader, lastSeq }: FollowOptions, seq: number): Promise<boolean> {
  if (lastSeq !== undefined) return ((await lastSeq()) ?? 0) > seq;
  for await (const _ of reader.read({ from: seq + 1, to: seq + 1 })) return true;
  return false;
}

async function findEnd(reader: SessionReader): Promise<LogRecord> {
  let last: LogRecord | undefined;
  for await (const record of reader.read({ from: Math.max(1, reader.head.seq) })) last = record;
  if (last === undefined) throw new AgentError('SESSION_NOT_FOUND', `Session ${reader.sessionId} has no records yet`);
  return last;
}

async function findRecord(reader: SessionReader, eventId: string): Promise<LogRecord> {
  const record = await reader.find(toRecordId(eventId));
  if (
    record !== undefined &&
    (isLiveId(eventId) || toAgentEvents(record, reader.sessionId).some(({ id }) => id === eventId))
  )
    return record;
  throw new AgentError('UNKNOWN_EVENT', `This session has no event ${eventId}`);
}

/** The events of a record after one of them. A live ID refers to the record before it, so nothing is left. */
function eventsAfter(record: LogRecord, eventId: string, sessionId: string): readonly AgentEvent[] {
  if (isLiveId(eventId)) return [];
  const events = toAgentEvents(record, sessionId);
  return events.slice(events.findIndex(({ id }) => id === eventId) + 1);
}

function isLiveId(eventId: string): boolean {
  return eventId !== toKeptId(eventId);
}
