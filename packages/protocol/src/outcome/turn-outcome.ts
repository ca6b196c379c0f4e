import { AgentError } from '../errors.ts';
import { agentErrorCodeSchema } from '../error-code-schema.ts';
import { toText } from '../to-text.ts';
import { type AgentEvent } from '../events.ts';
import { type EndReason } from '../vocabulary.ts';
import { DeniedCalls, type DeniedCall } from './denied-calls.ts';
import { RunStats } from './run-stats.ts';

/** What came of a turn, or of several that belong together, folded from their events. */
export class TurnOutcome {
  readonly stats = new RunStats();
  readonly #denied: DeniedCalls;
  #text = '';
  #reason: EndReason = 'failed';
  #error: AgentError | undefined;

  /** `digestOf` is SHA-256 as hexadecimal, for the arguments of denied calls. */
  constructor(digestOf: (text: string) => string) {
    this.#denied = new DeniedCalls(digestOf);
  }

  /** The last thing that the agent said. */
  get text(): string {
    return this.#text;
  }

  /** Why the last stream ended; `failed` as long as it has not. */
  get reason(): EndReason {
    return this.#reason;
  }

  /** What ended it, where it failed. */
  get error(): AgentError | undefined {
    return this.#error;
  }

  get denied(): readonly DeniedCall[] {
    return this.#denied.list;
  }

  /** Takes one event; gives the denied call that it tells of, if it does. */
  take(event: AgentEvent): DeniedCall | undefined {
    this.stats.take(event);
    if (event.type === 'agent_start') this.#reason = 'failed';
    if (event.type === 'message' && event.role === 'agent' && event.threadId === undefined)
      this.#text = toText(event.content);
    if (event.type === 'error' && event.fatal) this.#error = toError(event);
    if (event.type === 'agent_end' && event.threadId === undefined) this.#end(event);
    return this.#denied.take(event);
  }

  /** Takes an event from before: nothing of it counts, but a call that is denied later is known by it. */
  recall(event: AgentEvent): void {
    if (event.type === 'tool_request') this.#denied.take(event);
  }

  #end({ reason, message = 'the turn failed' }: Extract<AgentEvent, { type: 'agent_end' }>): void {
    this.#reason = reason;
    if (reason === 'failed') this.#error ??= new AgentError('INTERNAL', message);
  }
}

/** The error of an event as one that can be thrown, with its code and hint. */
function toError({ code, message, hint }: Extract<AgentEvent, { type: 'error' }>): AgentError {
  const known = agentErrorCodeSchema.safeParse(code).data;
  return new AgentError(known ?? 'INTERNAL', message, {
    ...(hint === undefined ? {} : { hint }),
    ...(known === undefined ? { details: { code } } : {}),
  });
}
