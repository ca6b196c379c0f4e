import { agentEventSchema, AgentError, toKeptId, type AgentEvent } from '@bowline/protocol';
import { callOnce, isPassing, unreachable, type ServerPlace } from './server-calls.ts';
import { parseServerSent, type ServerSent } from './server-sent.ts';

/** The server sends a keep-alive every 15 seconds. After this long without one, it counts as gone. */
const SILENCE_MS = 45_000;
const WAIT_MS = { first: 100, longest: 5000 };

export interface LiveFeedOptions {
  readonly place: ServerPlace;
  readonly sessionId: string;
  /** Called for one event at a time. The next is read after the promise resolves. */
  readonly onEvent: (event: AgentEvent) => Promise<void>;
  /** Called when the feed has ended permanently. */
  readonly onEnd: (error: AgentError) => void;
  readonly silenceMs?: number | undefined;
}

/**
 * The events of a session from the moment the feed opens. Each saved event arrives once, in order, despite disconnects
 * and restarts.
 */
export class LiveFeed {
  readonly #options: LiveFeedOptions;
  readonly #closing = new AbortController();
  /** The last saved event received, or the position where the feed started. */
  #lastId: string | undefined;
  /** How long to wait before reconnecting. Reset by each message. */
  #waitMs = WAIT_MS.first;

  constructor(options: LiveFeedOptions) {
    this.#options = options;
  }

  /**
   * Resolves with the start position once the server sends it, or rejects with the server's error. The feed then runs
   * until closed.
   */
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

/** Aborts its signal after a period without messages. Time spent processing a message does not count. */
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

  /** Also aborts whatever still uses the signal. */
  end(): void {
    clearTimeout(this.#timer);
    this.#over.abort();
  }
}

/** Reports a body that breaks off as an unreachable server. */
async function* chunksOf(response: Response, url: string): AsyncGenerator<Uint8Array> {
  try {
    if (response.body !== null) yield* response.body;
  } catch (thrown) {
    throw unreachable(url, thrown);
  }
}

/** Hides the check from the compiler, which assumes that `aborted` cannot change during an await. */
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
