import type { AgentEvent, AgentProtocol, TokenUsage } from '@bowline/protocol';
import type { OpenedTui } from '@bowline/tui';

/** The session that was open last. */
export interface LastSession {
  readonly sessionId: string;
  /** It has messages, or is reopened. */
  readonly isWorthKeeping: boolean;
  /** Another process runs it. */
  readonly isAttached: boolean;
  /** It has an unfinished turn. */
  readonly isOpen: boolean;
}

/** Keeps the open session, so that it can be closed on a signal, and counts tokens. */
export class SessionKeeper {
  #open: OpenedTui | undefined;
  #last: LastSession | undefined;
  #used: TokenUsage = { inputTokens: 0, outputTokens: 0 };
  #isPriced = true;

  get last(): LastSession | undefined {
    return this.#last;
  }

  /** The tokens used since the start; the cost only if all of it is known. */
  get used(): TokenUsage {
    const { cost, ...tokens } = this.#used;
    return this.#isPriced && cost !== undefined ? { ...tokens, cost } : tokens;
  }

  /** Watches a session while it is open. `forget` removes one without messages. */
  keep(
    opened: OpenedTui,
    { isNew, forget }: { readonly isNew: boolean; readonly forget: () => Promise<void> },
  ): OpenedTui {
    const { agent, isAttached } = opened;
    this.#last = { sessionId: agent.sessionId, isWorthKeeping: !isNew, isAttached, isOpen: opened.isUnfinished };
    const unsubscribe = agent.subscribe((event) => {
      this.#hear(event);
    });
    const { watched } = opened;
    const unwatch = watched?.onChange(() => {
      if (this.#last !== undefined) this.#last = { ...this.#last, isAttached: watched.owner().kind === 'running' };
    });
    let closed: Promise<void> | undefined;
    const work = async (): Promise<void> => {
      unsubscribe();
      unwatch?.();
      if (this.#open === kept) this.#open = undefined;
      const isEmpty = isNew && this.#last?.sessionId === agent.sessionId && !this.#last.isWorthKeeping;
      await opened.close();
      if (isEmpty) await forget();
    };
    const kept = { ...opened, close: () => (closed ??= work()) };
    this.#open = kept;
    return kept;
  }

  /** Keeps the open session, even without messages, because it is reopened. Undefined if another process runs it. */
  holdOpen(): string | undefined {
    if (this.#last === undefined || this.#last.isAttached) return undefined;
    this.#last = { ...this.#last, isWorthKeeping: true };
    return this.#last.sessionId;
  }

  /** Closes the open session, unless a turn is running: that one continues when the session is resumed. */
  async leave(): Promise<void> {
    const open = this.#open;
    if (open === undefined || (this.#last?.isOpen === true && !open.isAttached)) return;
    await open.close();
  }

  #hear(event: AgentEvent): void {
    if (this.#last === undefined) return;
    if (event.type === 'agent_start') this.#last = { ...this.#last, isWorthKeeping: true, isOpen: true };
    if (event.type === 'agent_end') this.#last = { ...this.#last, isOpen: false };
    if (event.type === 'usage') this.#add(event.usage);
  }

  #add({ inputTokens, outputTokens, thoughtTokens = 0, cachedTokens = 0, cost }: TokenUsage): void {
    const used = this.#used;
    if (cost === undefined) this.#isPriced = false;
    this.#used = {
      inputTokens: used.inputTokens + inputTokens,
      outputTokens: used.outputTokens + outputTokens,
      thoughtTokens: (used.thoughtTokens ?? 0) + thoughtTokens,
      cachedTokens: (used.cachedTokens ?? 0) + cachedTokens,
      cost: (used.cost ?? 0) + (cost ?? 0),
    };
  }
}

/** Stops a running turn. One that waits for approval is left waiting. */
export async function comeToRest(agent: AgentProtocol): Promise<void> {
  const { activeStreamId, pendingInputs } = await agent.status();
  if (activeStreamId !== null && pendingInputs.length === 0) await agent.abort();
}
