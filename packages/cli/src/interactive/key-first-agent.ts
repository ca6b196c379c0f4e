import {
  AgentError,
  FanOut,
  type AgentEvent,
  type AgentProtocol,
  type AgentSend,
  type EventQuery,
  type InputAnswer,
  type InputRequest,
  type SessionStatus,
} from '@bowline/protocol';
import type { OpenedTui } from '@bowline/tui';

/** What is missing before a session can ask anybody, and what to do with it. */
export interface KeyWish {
  /** Of the session that will be opened. */
  readonly sessionId: string;
  readonly provider: string;
  /** Where a key is made. */
  readonly url?: string | undefined;
  /** The variable that could have held it. */
  readonly variable?: string | undefined;
  readonly store: (key: string) => void;
  readonly open: () => Promise<OpenedTui>;
}

const INPUT_ID = 'key';

interface Outcome {
  readonly kind: 'credential' | 'declined';
}

/**
 * A session that begins with a question for a key. Nothing is opened before that is answered; then it is the session
 * itself, and knows the key, so that it can be kept out of what is sent and written. Who declines has the session without.
 */
export class KeyFirstAgent implements AgentProtocol {
  readonly #wish: KeyWish;
  readonly #fanOut = new FanOut(() => undefined);
  readonly #asked: AgentEvent;
  #opening: Promise<OpenedTui> | undefined;
  #opened: OpenedTui | undefined;

  constructor(wish: KeyWish) {
    this.#wish = wish;
    this.#asked = { type: 'input_request', ...stamp(1), request: toRequest(wish) };
  }

  get sessionId(): string {
    return this.#wish.sessionId;
  }

  async send(send: AgentSend): Promise<{ readonly streamId: string | null }> {
    if ('input' in send && send.input.inputId === INPUT_ID && this.#opened === undefined)
      return await this.#take(send.input.answer);
    return await (await this.#open()).agent.send(send);
  }

  subscribe(listener: (event: AgentEvent) => void): () => void {
    return this.#fanOut.subscribe(listener);
  }

  async *events(query: EventQuery = {}): AsyncGenerator<AgentEvent> {
    if (this.#opened === undefined) yield this.#asked;
    else yield* this.#opened.agent.events(query);
  }

  async status(): Promise<SessionStatus> {
    if (this.#opened !== undefined) return await this.#opened.agent.status();
    const { sessionId } = this;
    const nothing = { activeStreamId: null, waitsUntil: null, mode: 'default', model: null, title: null } as const;
    return { sessionId, pendingInputs: [toRequest(this.#wish)], ...nothing };
  }

  async abort(): Promise<void> {
    await this.#opened?.agent.abort();
  }

  async close(): Promise<void> {
    await (await this.#opening)?.close();
  }

  async #take(answer: InputAnswer): Promise<{ readonly streamId: null }> {
    if (answer.kind !== 'credential' && answer.kind !== 'declined')
      throw new AgentError('SEND_INVALID', `a key is asked for, not a ${answer.kind}`);
    if (answer.kind === 'credential') this.#wish.store(toKey(answer.secret));
    await this.#open({ kind: answer.kind });
    return { streamId: null };
  }

  /** Whoever says something else first has declined. */
  async #open(outcome: Outcome = { kind: 'declined' }): Promise<OpenedTui> {
    this.#opening ??= this.#begin(outcome);
    try {
      return await this.#opening;
    } catch (thrown) {
      this.#opening = undefined; // it can be tried again
      throw thrown;
    }
  }

  async #begin(outcome: Outcome): Promise<OpenedTui> {
    const opened = await this.#wish.open();
    this.#opened = opened;
    this.#fanOut.emit({ type: 'input_response', ...stamp(2), inputId: INPUT_ID, outcome });
    for await (const event of opened.agent.events()) this.#fanOut.emit(event);
    for (const text of opened.warnings)
      this.#fanOut.emit({ type: 'notice', ...stamp(3), level: 'warning', code: 'OPENED', text });
    opened.agent.subscribe((event) => {
      this.#fanOut.emit(event);
    });
    return opened;
  }
}

function toRequest({ provider, url, variable }: KeyWish): InputRequest {
  const other = variable === undefined ? '' : ` Or leave, and set ${variable}.`;
  return {
    kind: 'credential',
    inputId: INPUT_ID,
    title: `There is no API key for ${provider} yet. What you paste is kept in a file that only you can read.${other}`,
    service: provider,
    ...(url === undefined ? {} : { url }),
  };
}

/** Of what nobody keeps: no record has such an id. */
function stamp(n: number): { readonly id: string; readonly at: string } {
  return { id: `key~${n}`, at: new Date().toISOString() };
}

/** What was pasted, if it can be a key: nothing of it is repeated. */
function toKey(pasted: string): string {
  const key = pasted.trim();
  if (/^[!-~]{8,}$/.test(key) && !/["'`]/.test(key)) return key;
  throw new AgentError('SEND_INVALID', 'that is no key', { hint: 'paste the key alone, without quotes or blanks' });
}
