import type { Event } from '@google/adk';
import type { Content } from '@google/genai';
import { AgentError, type ApprovalMode } from '@bowline/protocol';
import { appendFailure, StepRun, type StepParts } from './step-run.ts';

/** The model steps of a session. Each is a separate `StepRun`. */
export class ModelStep {
  readonly #parts: StepParts;
  #current: StepRun | undefined;

  constructor(parts: StepParts) {
    this.#parts = parts;
  }

  /** Runs the next step. An abort keeps what was shown so far, and a failure becomes a record. */
  async run(signal: AbortSignal): Promise<void> {
    this.#current = new StepRun(this.#parts);
    await this.#current.run(signal);
  }

  /** Selects the model before anything else in a sequence is done or reported. */
  async select(signal: AbortSignal): Promise<void> {
    const { router, journal } = this.#parts;
    try {
      await router.select(journal.history.contents, signal);
    } catch (thrown) {
      await appendFailure(AgentError.from(thrown), this.#parts);
    }
  }

  /** The mode of the current request. */
  get mode(): ApprovalMode {
    return this.#current?.mode ?? this.#parts.journal.session.mode;
  }

  /** The history as the model sees it in the current step. */
  show(): readonly Content[] {
    return this.#current?.show() ?? [];
  }

  /** Called by ADK through the session service before it continues. */
  async record(event: Event): Promise<void> {
    await this.#current?.record(event);
  }
}
