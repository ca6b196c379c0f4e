import {
  FanOut,
  type AgentEvent,
  type AgentProtocol,
  type AgentSend,
  type EventQuery,
  type InputAnswer,
  type InputOutcome,
  type InputRequest,
  type SessionStatus,
} from '@bowline/protocol';
import type { OpenedTui } from '@bowline/tui';

/** A question that is asked before a session opens, and what its answer does. */
export interface FirstQuestion {
  /** The id of the session that will open. */
  readonly sessionId: string;
  readonly request: InputRequest;
  /** Applies the answer; null if it was declined. If it throws, the question stays. */
  readonly take: (answer: InputAnswer | null) => Promise<void>;
  readonly open: () => Promise<OpenedTui>;
}

/**
 * A session that starts with a question, for a key or for trust. The session opens when the question is answered;
 * sending anything else declines it.
 */
export class QuestionFirstAgent implements AgentProtocol {
  readonly #wish: FirstQuestion;
  readonly #fanOut = new FanOut(() => undefined);
  readonly #asked: AgentEvent;
  #opening: Promise<OpenedTui> | undefined;
  #opened: OpenedTui | undefined;

  constructor(wish: FirstQuestion) {
    this.#wish = wish;
    this.#asked = { type: 'input_request', ...stamp(1), request: wish.request };
  }

  /** The session behind the question, once it is open. */
  get opened(): OpenedTui | undefined {
    return this.#opened;
  }

  get sessionId(): string {
    return this.#wish.sessionId;
  }

  async send(send: AgentSend): Promise<{ readonly streamId: string | null }> {
    if ('input' in send && send.input.inputId === this.#wish.request.inputId && this.#opened === undefined)
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
    return { sessionId, pendingInputs: [this.#wish.request], ...nothing };
  }

  async abort(): Promise<void> {
    await this.#opened?.agent.abort();
  }

  async close(): Promise<void> {
    await (await this.#opening)?.close();
  }

  async #take(answer: InputAnswer): Promise<{ readonly streamId: null }> {
    await this.#wish.take(answer.kind === 'declined' ? null : answer);
    await this.#open(toOutcome(answer));
    return { streamId: null };
  }

  /** Opens the session once. The default outcome is for a message that declines the question. */
  async #open(outcome: InputOutcome = { kind: 'declined' }): Promise<OpenedTui> {
    this.#opening ??= this.#begin(outcome);
    try {
      return await this.#opening;
    } catch (thrown) {
      this.#opening = undefined; // allows another attempt
      throw thrown;
    }
  }

  async #begin(outcome: InputOutcome): Promise<OpenedTui> {
    const opened = await this.#wish.open();
    this.#opened = opened;
    this.#fanOut.emit({ type: 'input_response', ...stamp(2), inputId: this.#wish.request.inputId, outcome });
    for await (const event of opened.agent.events()) this.#fanOut.emit(event);
    opened.agent.subscribe((event) => {
      this.#fanOut.emit(event);
    });
    return opened;
  }
}

/** A session that opens once its question is answered. */
export function toQuestionFirst(question: FirstQuestion): OpenedTui {
  const agent = new QuestionFirstAgent(question);
  const close = async (): Promise<void> => {
    await agent.close();
  };
  return {
    agent,
    isUnfinished: false,
    isAttached: false,
    isSetup: true,
    warnings: [],
    behind: () => agent.opened,
    close,
  };
}

/** The answer without secrets. */
function toOutcome(answer: InputAnswer): InputOutcome {
  if (answer.kind === 'credential') return { kind: 'credential' };
  return answer.kind === 'choice' ? answer : { kind: 'declined' };
}

/** The id and time of an event that is not in the log. */
function stamp(n: number): { readonly id: string; readonly at: string } {
  return { id: `first~${n}`, at: new Date().toISOString() };
}
