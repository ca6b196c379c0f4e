import { AgentError } from '../errors.ts';
import { agentErrorCodeSchema } from '../error-code-schema.ts';
import { toText } from '../to-text.ts';
import { type AgentEvent } from '../events.ts';
import { type EndReason } from '../vocabulary.ts';
import { DeniedCalls, type DeniedCall } from './denied-calls.ts';
import { RunStats } from './run-stats.ts';

/** The outcome of one turn, or of several that belong together, computed from their events. */
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

  /** The agent's last message. */
  get text(): string {
    return this.#text;
  }

  /** Why the last stream ended; `failed` until it has. */
  get reason(): EndReason {
    return this.#reason;
  }

  /** The error that ended a failed stream. */
  get error(): AgentError | undefined {
    return this.#error;
  }

  get denied(): readonly DeniedCall[] {
    return this.#denied.list;
  }

  /** Processes one event. Returns the denied call if the event reports one. */
  take(event: AgentEvent): DeniedCall | undefined {
    this.stats.take(event);
    if (event.type === 'agent_start') this.#reason = 'failed';
    if (event.type === 'message' && event.role === 'agent' && event.threadId === undefined)
      this.#text = toText(event.content);
    if (event.type === 'error' && event.fatal) this.#error = toError(event);
    if (event.type === 'agent_end' && event.threadId === undefined) this.#end(event);
    return this.#denied.take(event);
  }

  /** Processes an earlier event. It does not count, but its arguments are needed if the call is denied later. */
  recall(event: AgentEvent): void {
    if (event.type === 'tool_request') this.#denied.take(event);
  }

  #end({ reason, message = 'the turn failed' }: Extract<AgentEvent, { type: 'agent_end' }>): void {
    this.#reason = reason;
    if (reason === 'failed') this.#error ??= new AgentError('INTERNAL', message);
  }
}

/** Turns an error event into an `AgentError` with its code and hint. */
function toError({ code, message, hint }: Extract<AgentEvent, { type: 'error' }>): AgentError {
  const known = agentErrorCodeSchema.safeParse(code).data;
  return new AgentError(known ?? 'INTERNAL', message, {
    ...(hint === undefined ? {} : { hint }),
    ...(known === undefined ? { details: { code } } : {}),
  });
}
