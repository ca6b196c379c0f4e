import {
  AgentError,
  agentEventSchema,
  createLiveId,
  FanOut,
  parseSend,
  sessionStatusSchema,
  toKeptId,
  type AgentEvent,
  type AgentProtocol,
  type AgentSend,
  type EventQuery,
  type SessionStatus,
} from '@bowline/protocol';
import * as z from 'zod';
import { LiveFeed } from './live-feed.ts';
import { callForJson, callPatiently, isPassing, type Call, type ServerPlace } from './server-calls.ts';
import { toLines } from './to-lines.ts';

/** A session on a server. */
export interface RemoteAgentOptions extends ServerPlace {
  readonly sessionId: string;
  /** Receives errors that subscribers throw. */
  readonly onFault?: ((thrown: unknown) => void) | undefined;
}

/** An agent on a server. Closing it only disconnects; the session continues. */
export interface RemoteAgent extends AgentProtocol {
  close(): void;
}

/** How often in a row a response may break off without progress. */
const MOST_BREAKS = 5;

const sentSchema = z.union([z.object({ streamId: z.string().nullable() }), z.object({ isWaiting: z.literal(true) })]);

/** Opens a session of a server as if it were local. Resolves once all further events will be received. */
export async function openRemoteAgent(options: RemoteAgentOptions): Promise<RemoteAgent> {
  const agent = new RemoteSession(options);
  await agent.open();
  return agent;
}

class RemoteSession implements RemoteAgent {
  readonly #options: RemoteAgentOptions;
  readonly #fanOut: FanOut;
  readonly #feed: LiveFeed;
  /** Pending sends. Events of a turn are held back until the send that starts it has resolved. */
  readonly #underWay = new Set<Promise<unknown>>();
  /** Sends one message at a time, in order. */
  #sends: Promise<unknown> = Promise.resolve();
  /** The last event that subscribers received. `events()` returns nothing newer. */
  #told = '';
  #isClosed = false;

  constructor(options: RemoteAgentOptions) {
    this.#options = options;
    this.#fanOut = new FanOut(options.onFault ?? (() => undefined));
    this.#feed = new LiveFeed({
      place: options,
      sessionId: encodeURIComponent(options.sessionId),
      onEvent: (event) => this.#hear(event),
      onEnd: (error) => {
        this.#end(error);
      },
    });
  }

  get sessionId(): string {
    return this.#options.sessionId;
  }

  async open(): Promise<void> {
    this.#told = await this.#feed.open();
  }

  async send(value: AgentSend): Promise<{ readonly streamId: string | null }> {
    const send = withId(parseSend(value));
    const result = this.#sends.then(() => this.#send(send));
    this.#sends = result.catch(() => undefined);
    this.#underWay.add(result);
    try {
      return await result;
    } finally {
      this.#underWay.delete(result);
    }
  }

  subscribe(listener: (event: AgentEvent) => void): () => void {
    return this.#fanOut.subscribe(listener);
  }

  async *events(query: EventQuery = {}): AsyncIterable<AgentEvent> {
    const call = { path: '/events', query: { ...query, upTo: this.#told } };
    let read = 0;
    for (let breaks = 0; ;) {
      let n = 0;
      try {
        for await (const line of toLines(await this.#call(call))) {
          n += 1;
          if (n <= read) continue; // already yielded: a repeated request returns the same events
          read = n;
          breaks = 0;
          yield agentEventSchema.parse(JSON.parse(line));
        }
        return;
      } catch (thrown) {
        breaks += 1;
        if (!isPassing(AgentError.from(thrown)) || breaks > MOST_BREAKS) throw thrown;
      }
    }
  }

  async status(): Promise<SessionStatus> {
    return await callForJson(this.#options, this.#toCall({ path: '/status' }), sessionStatusSchema);
  }

  async abort(): Promise<void> {
    await this.#call({ method: 'POST', path: '/abort', headers: { 'idempotency-key': newId() } });
  }

  close(): void {
    this.#isClosed = true;
    this.#feed.close();
  }

  /**
   * Repeats the request while the server replies that the send is pending. The message ID makes sure that it counts
   * once.
   */
  async #send(send: AgentSend): Promise<{ readonly streamId: string | null }> {
    const call = this.#toCall({
      method: 'POST',
      path: '/send',
      headers: { 'content-type': 'application/json', 'idempotency-key': newId() },
      body: JSON.stringify(send),
    });
    while (!this.#isClosed) {
      const sent = await callForJson(this.#options, call, sentSchema);
      if ('streamId' in sent) return sent;
    }
    throw new AgentError('SESSION_CLOSED', 'Disconnected while sending. The message may still arrive');
  }

  async #hear(event: AgentEvent): Promise<void> {
    if (event.type === 'agent_start' && this.#underWay.size > 0) {
      await Promise.allSettled([...this.#underWay]);
      // One macrotask later, so that the caller that awaits the send runs first.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    if (event.id === toKeptId(event.id)) this.#told = event.id;
    this.#fanOut.emit(event);
  }

  /** Tells subscribers why there will be no more events. */
  #end({ code, message, hint }: AgentError): void {
    const id = createLiveId(toKeptId(this.#told), 0);
    const given = hint === undefined ? {} : { hint };
    this.#fanOut.emit({ type: 'error', id, at: new Date().toISOString(), code, message, fatal: true, ...given });
  }

  async #call(call: Call): Promise<Response> {
    return await callPatiently(this.#options, this.#toCall(call));
  }

  #toCall(call: Call): Call {
    return { ...call, path: `/v1/sessions/${encodeURIComponent(this.sessionId)}${call.path}` };
  }
}

/** A message needs an ID, so that the server recognizes it when it is sent again after a disconnect. */
function withId(send: AgentSend): AgentSend {
  if (!('message' in send) || send.message.messageId !== undefined) return send;
  return { message: { ...send.message, messageId: newId() } };
}

function newId(): string {
  return crypto.randomUUID();
}
