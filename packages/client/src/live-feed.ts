import { agentEventSchema, AgentError, toKeptId, type AgentEvent } from '@bowline/protocol';
import { callOnce, isPassing, unreachable, type ServerPlace } from './server-calls.ts';
import { parseServerSent, type ServerSent } from './server-sent.ts';

/** A server shows a sign of life every 15 seconds; one that shows none for so long is gone. */
const SILENCE_MS = 45_000;
const WAIT_MS = { first: 100, longest: 5000 };

export interface LiveFeedOptions {
  readonly place: ServerPlace;
  readonly sessionId: string;
  /** Hears each event in turn; the next is read when it is done. */
  readonly onEvent: (event: AgentEvent) => Promise<void>;
  /** Hears why the feed has ended for good. */
  readonly onEnd: (error: AgentError) => void;
  readonly silenceMs?: number | undefined;
}

/** What a session tells, from the moment the feed is open: over cuts and restarts, each kept event once, in order. */
export class LiveFeed {
  readonly #options: LiveFeedOptions;
  readonly #closing = new AbortController();
  /** The last kept event that was heard, or where the feed began. */
  #lastId: string | undefined;
  /** How long to wait before the server is asked again; what is heard from it makes it short. */
  #waitMs = WAIT_MS.first;

  constructor(options: LiveFeedOptions) {
    this.#options = options;
  }

  /** Resolves once the server tells from where on, or rejects with what it says. Then it runs until it is closed. */
  async open(): Promise<string> {
    return await new Promise<string>((resolve, reject) => {
      void this.#run(resolve).catch((thrown: unknown) => {
        const error = AgentError.from(thrown);
        if (!this.#isOpen) reject(error);
        else if (!this.#closing.signal.aborted) this.#options.onEnd(error);
      });
    });
  }

  close(): void {
    this.#closing.abort();
  }

  get #isOpen(): boolean {
    return this.#lastId !== undefined;
  }

  async #run(onOpen: (position: string) => void): Promise<void> {
    while (!this.#closing.signal.aborted) {
      try {
        await this.#listen(onOpen);
      } catch (thrown) {
        const error = AgentError.from(thrown);
        if (!this.#isOpen || !isPassing(error)) throw error;
      }
      await pause(this.#waitMs * (0.5 + Math.random() / 2), this.#closing.signal);
      this.#waitMs = Math.min(this.#waitMs * 2, WAIT_MS.longest);
    }
  }

  async #listen(onOpen: (position: string) => void): Promise<void> {
    const { place, sessionId } = this.#options;
    const silence = new Silence(this.#options.silenceMs ?? SILENCE_MS, this.#closing.signal);
    try {
      const response = await callOnce(place, {
        path: `/v1/sessions/${sessionId}/live`,
        headers: {
          accept: 'text/event-stream',
          ...(this.#lastId === undefined ? {} : { 'last-event-id': this.#lastId }),
        },
        signal: silence.signal,
      });
      for await (const message of parseServerSent(chunksOf(response, place.url))) {
        silence.rest();
        await this.#take(message, onOpen);
        silence.begin();
        if (isAborted(this.#closing.signal)) return;
      }
    } finally {
      silence.end();
    }
  }

  async #take({ event: name, data, id }: ServerSent, onOpen: (position: string) => void): Promise<void> {
    this.#waitMs = WAIT_MS.first;
    if (name === 'open' && this.#lastId === undefined && id !== undefined) {
      this.#lastId = id;
      onOpen(id);
    }
    if (name !== 'message' || data === '') return;
    const event = agentEventSchema.parse(JSON.parse(data));
    await this.#options.onEvent(event);
    if (event.id === toKeptId(event.id)) this.#lastId = event.id;
  }
}

/** Aborts when nothing has come for too long. Time that we take ourselves does not count. */
class Silence {
  readonly #ms: number;
  readonly #over = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly signal: AbortSignal;

  constructor(ms: number, closing: AbortSignal) {
    this.#ms = ms;
    this.signal = AbortSignal.any([closing, this.#over.signal]);
    this.begin();
  }

  begin(): void {
    this.#timer = setTimeout(() => {
      this.#over.abort();
    }, this.#ms);
  }

  rest(): void {
    clearTimeout(this.#timer);
  }

  /** Whatever is still open goes with it. */
  end(): void {
    clearTimeout(this.#timer);
    this.#over.abort();
  }
}

/** A body that breaks off is a server that cannot be reached. */
async function* chunksOf(response: Response, url: string): AsyncGenerator<Uint8Array> {
  try {
    if (response.body !== null) yield* response.body;
  } catch (thrown) {
    throw unreachable(url, thrown);
  }
}

/** A signal can abort while we wait; the compiler believes that it cannot. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener('abort', finish);
    if (signal.aborted) finish();
  });
}
