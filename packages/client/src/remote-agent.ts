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

/** Which session of which server. */
export interface RemoteAgentOptions extends ServerPlace {
  readonly sessionId: string;
  /** Hears of subscribers that throw. */
  readonly onFault?: ((thrown: unknown) => void) | undefined;
}

/** An agent on a server, that can be let go of; the session goes on without us. */
export interface RemoteAgent extends AgentProtocol {
  close(): void;
}

/** How often an answer may break off at the same place. */
const MOST_BREAKS = 5;

const sentSchema = z.union([z.object({ streamId: z.string().nullable() }), z.object({ isWaiting: z.literal(true) })]);

/** Opens a session of a server as if it were here. Resolves when everything that happens from now on will be heard. */
export async function openRemoteAgent(options: RemoteAgentOptions): Promise<RemoteAgent> {
  const agent = new RemoteSession(options);
  await agent.open();
  return agent;
}

class RemoteSession implements RemoteAgent {
  readonly #options: RemoteAgentOptions;
  readonly #fanOut: FanOut;
  readonly #feed: LiveFeed;
  /** Sends that are under way: what they begin is not heard of before they have resolved. */
  readonly #underWay = new Set<Promise<unknown>>();
  /** One after the other, as they were made. */
  #sends: Promise<unknown> = Promise.resolve();
  /** The last that subscribers have heard of; nobody may read further. */
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
          if (n <= read) continue; // the same question has the same answer: what was read is passed over
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

  /** Asks again for as long as the server says that it is on its way: known by its id, it counts once. */
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
      // A turn of the loop later, so that whoever waited for the send goes first.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    if (event.id === toKeptId(event.id)) this.#told = event.id;
    this.#fanOut.emit(event);
  }

  /** Nothing more will come, and whoever listens is told why. */
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

/** A message that is sent again after a cut has to be known as the same. */
function withId(send: AgentSend): AgentSend {
  if (!('message' in send) || send.message.messageId !== undefined) return send;
  return { message: { ...send.message, messageId: newId() } };
}

function newId(): string {
  return crypto.randomUUID();
}
