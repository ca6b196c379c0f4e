import { toKeptId } from './event-ids.ts';
import { isLiveOnly, type AgentEvent } from './events.ts';

/** Where a reader of one stream stands. A value: advancing gives a new one. */
export interface StreamCursor {
  /** Null until the stream to follow is known: the next one that starts. */
  readonly streamId: string | null;
  /** The last kept event handed on. */
  readonly lastId: string | null;
  /** While set, live events up to and including this id repeat what was read from the log. */
  readonly skipThrough: string | null;
  readonly isDone: boolean;
}

/** A reader that has seen nothing yet. */
export function createCursor(streamId: string | null): StreamCursor {
  return { streamId, lastId: null, skipThrough: null, isDone: false };
}

/** Takes one event; says whether the reader gets it. */
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
 * Turns from what was read of the log to what was heard meanwhile. If the last event read was heard too,
 * everything up to it is a repetition; if not, it was kept before we listened and nothing repeats.
 */
export function joinLive(cursor: StreamCursor, heard: readonly AgentEvent[], lastRead: string | null): StreamCursor {
  const isRepeated = lastRead !== null && heard.some((event) => event.id === lastRead);
  return { ...cursor, skipThrough: isRepeated ? lastRead : null };
}

/** Only the stream's own end: a subagent's end carries its thread. */
function isEnd(event: AgentEvent): boolean {
  return event.type === 'agent_end' && event.threadId === undefined;
}

/** The agent cannot go on and cannot keep that either: no end of the stream will come. */
function isBreak(event: AgentEvent): boolean {
  return event.type === 'error' && event.fatal && toKeptId(event.id) !== event.id;
}
