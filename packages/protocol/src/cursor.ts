import { toKeptId } from './event-ids.ts';
import { isLiveOnly, type AgentEvent } from './events.ts';

/** The position of a reader in one stream. Immutable: advancing returns a new cursor. */
export interface StreamCursor {
  /** Null until the next stream starts; that one is followed. */
  readonly streamId: string | null;
  /** The last stored event that was passed on. */
  readonly lastId: string | null;
  /** While set, live events up to and including this id repeat what was read from the log. */
  readonly skipThrough: string | null;
  readonly isDone: boolean;
}

/** Creates a cursor of a reader that has no events yet. */
export function createCursor(streamId: string | null): StreamCursor {
  return { streamId, lastId: null, skipThrough: null, isDone: false };
}

/** Advances the cursor by one event and returns whether the reader gets the event. */
export function advance(cursor: StreamCursor, event: AgentEvent): { cursor: StreamCursor; isShown: boolean } {
  if (cursor.isDone) return { cursor, isShown: false };
  if (cursor.skipThrough !== null) {
    const skipThrough = event.id === cursor.skipThrough ? null : cursor.skipThrough;
    return { cursor: { ...cursor, skipThrough }, isShown: false };
  }
  if (cursor.streamId !== null && isBreak(event)) return { cursor: { ...cursor, isDone: true }, isShown: true };
  const streamId = cursor.streamId ?? (event.type === 'agent_start' ? (event.streamId ?? null) : null);
  if (streamId === null || event.streamId !== streamId) return { cursor, isShown: false };
  const lastId = isLiveOnly(event) ? cursor.lastId : event.id;
  return { cursor: { ...cursor, streamId, lastId, isDone: isEnd(event) }, isShown: true };
}

/**
 * Switches from events read from the log to those received live meanwhile. If the last event read was also received
 * live, everything up to it is a duplicate. If not, it was stored before the subscription and nothing repeats.
 */
export function joinLive(cursor: StreamCursor, heard: readonly AgentEvent[], lastRead: string | null): StreamCursor {
  const isRepeated = lastRead !== null && heard.some((event) => event.id === lastRead);
  return { ...cursor, skipThrough: isRepeated ? lastRead : null };
}

/** Ignores the end of a subagent, which has a thread id. */
function isEnd(event: AgentEvent): boolean {
  return event.type === 'agent_end' && event.threadId === undefined;
}

/** Whether the agent has failed and cannot store that either, so that the stream never gets an `agent_end`. */
function isBreak(event: AgentEvent): boolean {
  return event.type === 'error' && event.fatal && toKeptId(event.id) !== event.id;
}
