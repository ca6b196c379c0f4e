import type { AgentProtocol } from '@bowline/protocol';
import type { TuiAbilities } from '../host/tui-host.ts';
import type { Submission } from '../prompt/submission.ts';

export type Message = Extract<Submission, { kind: 'message' }>;

export interface OutboxParts {
  readonly expand: TuiAbilities['expand'];
  readonly onChange: () => void;
  /** A note about a sent message, for example that a file does not exist. */
  readonly onNote: (note: string) => void;
  /** Called if a message could not be sent. */
  readonly onUnsent: (message: Message, thrown: unknown) => void;
}

/** Messages that have not reached the agent yet, in order. Nothing is sent twice. */
export class Outbox {
  readonly #parts: OutboxParts;
  #messages: readonly Message[] = [];
  #isSending = false;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  get texts(): readonly string[] {
    return this.#messages.map(({ typed }) => typed);
  }

  add(message: Message): void {
    this.#messages = [...this.#messages, message];
    this.#parts.onChange();
  }

  /** Takes back all waiting messages that are not being sent. */
  withdraw(): readonly Message[] {
    const isFirstSent = this.#isSending ? 1 : 0;
    const withdrawn = this.#messages.slice(isFirstSent);
    this.#messages = this.#messages.slice(0, isFirstSent);
    this.#parts.onChange();
    return withdrawn;
  }

  /** Sends all waiting messages, each to the current agent. They keep waiting if there is none. */
  async flush(findAgent: () => AgentProtocol | null): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (;;) {
        const [next] = this.#messages;
        const agent = findAgent();
        if (next === undefined || agent === null) return;
        await this.#deliver(next, agent).catch((thrown: unknown) => {
          this.#parts.onUnsent(next, thrown);
        });
        this.#messages = this.#messages.slice(1);
        this.#parts.onChange();
      }
    } finally {
      this.#isSending = false;
    }
  }

  async #deliver({ text, typed, images }: Message, agent: AgentProtocol): Promise<void> {
    const expanded = await this.#parts.expand(text, new AbortController().signal);
    for (const note of expanded.notes) this.#parts.onNote(note);
    const shown = text === typed ? expanded.display : [{ type: 'text' as const, text: typed }];
    const display = shown === undefined ? {} : { display: [...shown, ...images] };
    const content = [...expanded.content, ...images];
    await agent.send({ message: { content, ...display, messageId: crypto.randomUUID() } });
  }
}
