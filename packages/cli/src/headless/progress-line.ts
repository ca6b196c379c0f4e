import type { AgentEvent } from '@bowline/protocol';
import { headlessTexts } from '../texts/headless-texts.ts';
import { describeRetry, Trouble } from './trouble.ts';

/** The status line of a run. */
export class ProgressLine {
  readonly #status: (line: string) => void;
  readonly #start = performance.now();
  readonly #running = new Map<string, string>();
  #model = '';
  readonly #trouble = new Trouble();
  #until: string | undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(status: (line: string) => void) {
    this.#status = status;
    this.#timer = setInterval(() => {
      this.#draw();
    }, 1000).unref();
  }

  /** Takes an event, after its output was written. */
  take(event: AgentEvent): void {
    if (event.type === 'session_update') this.#model = event.model ?? this.#model;
    else if (event.type === 'tool_request') this.#running.set(event.callId, event.name);
    else if (event.type === 'tool_response') this.#running.delete(event.callId);
    if (event.type === 'progress') this.#until = event.until;
    this.#trouble.take(event);
    this.#draw();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#status('');
  }

  #draw(): void {
    const seconds = Math.round((performance.now() - this.#start) / 1000);
    const retry = this.#until === undefined ? undefined : describeRetry(this.#trouble.text, this.#until);
    if (retry !== undefined) {
      this.#status(retry);
      return;
    }
    const doing = this.#running.size === 0 ? headlessTexts.thinking : [...this.#running.values()].join(', ');
    this.#status(headlessTexts.progress(this.#model, doing, seconds));
  }
}
