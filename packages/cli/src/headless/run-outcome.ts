import { hash } from 'node:crypto';
import { TurnOutcome, type CheckedOutput } from '@bowline/protocol';
import type { AgentEvent, InputRequest } from '@bowline/protocol';
import { describeStop } from './describe-stop.ts';
import { headlessTexts } from '../texts/headless-texts.ts';
import type { RunEnd } from './output.ts';
import { describeDenial, toDenial } from './to-denial.ts';

/** The outcome of a run: why it ended, pending approvals, and denied calls. */
export class RunOutcome {
  /** The outcome of its turns. */
  readonly turn = new TurnOutcome((text) => hash('sha256', text));
  #structured: RunEnd['structured'];
  #error: RunEnd['error'];
  #pending: readonly InputRequest[] = [];
  /** The notice about the limit that ended the turn. */
  #limit: string | undefined;

  /** Why the run failed. */
  get error(): RunEnd['error'] {
    return this.#error;
  }

  /** The approvals that the session needs to continue. */
  get pending(): readonly InputRequest[] {
    return this.#pending;
  }

  /** Takes an event. Returns a line if it denied a call. */
  take(event: AgentEvent): string | undefined {
    if (event.type === 'error' && event.fatal)
      this.#error = { code: event.code, message: event.message, hint: event.hint };
    if (event.type === 'notice' && event.code.startsWith('MAX_')) this.#limit = event.text;
    if (event.type === 'agent_end') this.#error ??= this.#toStop(event);
    const denied = this.turn.take(event);
    return denied === undefined ? undefined : describeDenial(denied);
  }

  /** The run is suspended until these are answered. */
  wait(pending: readonly InputRequest[]): void {
    this.#pending = pending;
  }

  /** Fails the run because of the first pending approval. */
  failWaiting(): void {
    const [first] = this.#pending;
    this.#pending = [];
    this.#error = {
      code: 'CONFIRMATION_REQUIRED',
      ...headlessTexts.approvalNeeded(first?.title ?? headlessTexts.question),
    };
  }

  /** Takes the checked answer. Returns whether it matches the schema. */
  settle(checked: Exclude<CheckedOutput, { kind: 'repair' }>): boolean {
    if (checked.kind === 'valid') this.#structured = checked;
    else this.#error = checked.error;
    return checked.kind === 'valid';
  }

  /** The outcome for the output formats. */
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
