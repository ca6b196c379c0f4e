import { TurnOutcome, type CheckedOutput } from '@bowline/assembly';
import type { AgentEvent, InputRequest } from '@bowline/protocol';
import { describeStop } from './describe-stop.ts';
import type { RunEnd } from './output.ts';
import { describeDenial, toDenial } from './to-denial.ts';

/** How a run turns out: what ended it or waits for an answer, and what was denied on the way. */
export class RunOutcome {
  /** What came of its turns. */
  readonly turn = new TurnOutcome();
  #structured: RunEnd['structured'];
  #error: RunEnd['error'];
  #pending: readonly InputRequest[] = [];
  /** What was told of the limit that ends the turn. */
  #limit: string | undefined;

  /** Why the run did not end as it should. */
  get error(): RunEnd['error'] {
    return this.#error;
  }

  /** What a person has to answer before the session goes on. */
  get pending(): readonly InputRequest[] {
    return this.#pending;
  }

  /** Takes what the run is told. Gives the line about a call that was denied by it. */
  take(event: AgentEvent): string | undefined {
    if (event.type === 'error' && event.fatal)
      this.#error = { code: event.code, message: event.message, hint: event.hint };
    if (event.type === 'notice' && event.code.startsWith('MAX_')) this.#limit = event.text;
    if (event.type === 'agent_end') this.#error ??= this.#toStop(event);
    const denied = this.turn.take(event);
    return denied === undefined ? undefined : describeDenial(denied);
  }

  /** The run rests until these are answered. */
  wait(pending: readonly InputRequest[]): void {
    this.#pending = pending;
  }

  /** Nobody will answer: the run fails at the first of the questions. */
  failWaiting(): void {
    const [first] = this.#pending;
    this.#pending = [];
    this.#error = {
      code: 'CONFIRMATION_REQUIRED',
      message: `a person would have to answer: ${first?.title ?? 'a question'}`,
      hint: 'allow it with --approval-mode or a policy, or use --on-confirm suspend',
    };
  }

  /** The answer was asked for as data, and is it or never was. Says which. */
  settle(checked: Exclude<CheckedOutput, { kind: 'repair' }>): boolean {
    if (checked.kind === 'valid') this.#structured = checked;
    else this.#error = checked.error;
    return checked.kind === 'valid';
  }

  /** The same as programs read it. */
  toEnd(sessionId: string): RunEnd {
    return {
      sessionId,
      error: this.#error,
      pending: this.#pending,
      denials: this.turn.denied.map((call) => toDenial(call)),
      structured: this.#structured,
    };
  }

  #toStop({ reason, message }: Extract<AgentEvent, { type: 'agent_end' }>): RunEnd['error'] {
    const text = describeStop(reason, message ?? this.#limit);
    return text === undefined ? undefined : { code: reason.toUpperCase(), message: text };
  }
}
