import type { Event } from '@google/adk';
import type { Content } from '@google/genai';
import { AgentError, type ApprovalMode } from '@bowline/protocol';
import { appendFailure, StepRun, type StepParts } from './step-run.ts';

/** The model steps of a session, one after the other; each is a `StepRun` of its own. */
export class ModelStep {
  readonly #parts: StepParts;
  #current: StepRun | undefined;

  constructor(parts: StepParts) {
    this.#parts = parts;
  }

  /** Runs the next step. An abort keeps what was shown so far; a failure becomes a record. */
  async run(signal: AbortSignal): Promise<void> {
    this.#current = new StepRun(this.#parts);
    await this.#current.run(signal);
  }

  /** Chooses the model before anything else of a sequence is done or told. */
  async select(signal: AbortSignal): Promise<void> {
    const { desk, journal } = this.#parts;
    try {
      await desk.select(journal.history.contents, signal);
    } catch (thrown) {
      await appendFailure(AgentError.from(thrown), this.#parts);
    }
  }

  /** The mode of the current request. */
  get mode(): ApprovalMode {
    return this.#current?.mode ?? this.#parts.journal.session.mode;
  }

  /** The history that the model is shown in the current step. */
  show(): readonly Content[] {
    return this.#current?.show() ?? [];
  }

  /** ADK calls this through the session service, before it goes on. */
  async record(event: Event): Promise<void> {
    await this.#current?.record(event);
  }
}
