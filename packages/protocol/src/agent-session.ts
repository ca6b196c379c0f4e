import type { AgentProtocol, EventQuery, SessionStatus } from './agent-protocol.ts';
import { advance, createCursor, joinLive, type StreamCursor } from './cursor.ts';
import { toKeptId } from './event-ids.ts';
import type { AgentEvent } from './events.ts';
import { Inbox } from './inbox.ts';
import type { AgentSend } from './send.ts';

/** Where to start reading: a stream, the events after a given one, or (empty) the open stream, else the next one. */
export type StreamFrom = { readonly streamId: string } | { readonly eventId: string } | Record<string, never>;

/** How many events a reader may lag behind before it has to read them from the log. */
const INBOX_LIMIT = 4096;

/** Wraps an agent and exposes its streams as async iterables, from the start or from any event. */
export class AgentSession implements AgentProtocol {
  readonly #agent: AgentProtocol;
  readonly #inboxLimit: number;

  constructor(agent: AgentProtocol, options: { readonly inboxLimit?: number } = {}) {
    this.#agent = agent;
    this.#inboxLimit = options.inboxLimit ?? INBOX_LIMIT;
  }

  get sessionId(): string {
    return this.#agent.sessionId;
  }

  send(send: AgentSend): Promise<{ readonly streamId: string | null }> {
    return this.#agent.send(send);
  }

  subscribe(listener: (event: AgentEvent) => void): () => void {
    return this.#agent.subscribe(listener);
  }

  events(query: EventQuery = {}): AsyncIterable<AgentEvent> {
    return this.#agent.events(query);
  }

  status(): Promise<SessionStatus> {
    return this.#agent.status();
  }

  abort(): Promise<void> {
    return this.#agent.abort();
  }

  /** Sends, then reads the stream that answers, from its `agent_start` to its `agent_end`. */
  async *sendStream(send: AgentSend): AsyncGenerator<AgentEvent, void> {
    const { streamId } = await this.#agent.send(send);
    if (streamId !== null) yield* this.stream({ streamId });
  }

  /**
   * Yields the stored events of a stream, then live ones, up to `agent_end` or the error of an agent that cannot store
   * one.
   */
  async *stream(from: StreamFrom = {}): AsyncGenerator<AgentEvent, void> {
    const inbox = new Inbox(this.#inboxLimit);
    const unsubscribe = this.#agent.subscribe((event) => {
      inbox.push(event);
    });
    try {
      let { cursor, query } = await this.#locate(from);
      while (!cursor.isDone) {
        if (query !== null) cursor = yield* this.#replay(cursor, query, inbox);
        query = null;
        const heard = cursor.isDone ? [] : await inbox.take();
        if (heard === 'overflowed') {
          if (cursor.lastId === null) ({ cursor, query } = await this.#locate(from));
          else query = { after: cursor.lastId };
          continue;
        }
        for (const event of heard) {
          const next = advance(cursor, event);
          cursor = next.cursor;
          if (next.isShown) yield event;
        }
      }
    } finally {
      unsubscribe();
    }
  }

  async *#replay(start: StreamCursor, query: EventQuery, inbox: Inbox): AsyncGenerator<AgentEvent, StreamCursor> {
    inbox.clearOverflow();
    let cursor: StreamCursor = { ...start, skipThrough: null };
    let lastRead = cursor.lastId;
    for await (const event of this.#agent.events(query)) {
      const next = advance(cursor, event);
      cursor = next.cursor;
      lastRead = event.id;
      if (next.isShown) yield event;
      if (cursor.isDone) return cursor;
    }
    return joinLive(cursor, inbox.heard, lastRead);
  }

  async #locate(from: StreamFrom): Promise<{ cursor: StreamCursor; query: EventQuery | null }> {
    if ('streamId' in from) return { cursor: createCursor(from.streamId), query: { streamId: from.streamId } };
    if ('eventId' in from) return await this.#locateEvent(toKeptId(from.eventId));
    const { activeStreamId } = await this.#agent.status();
    const query = activeStreamId === null ? null : { streamId: activeStreamId };
    return { cursor: createCursor(activeStreamId), query };
  }

  async #locateEvent(eventId: string): Promise<{ cursor: StreamCursor; query: EventQuery | null }> {
    for await (const event of this.#agent.events({ from: eventId })) {
      // After an event outside any stream, the next stream that starts is read.
      const { cursor } = advance(createCursor(event.streamId ?? null), event);
      return { cursor, query: { after: eventId } };
    }
    return { cursor: createCursor(null), query: null };
  }
}
