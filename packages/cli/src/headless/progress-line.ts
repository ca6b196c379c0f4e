import type { AgentEvent } from '@bowline/protocol';
import { toDuration } from './describe-news.ts';

/** The status line of a run: says what is going on, for as long as it goes on. */
export class ProgressLine {
  readonly #status: (line: string) => void;
  readonly #start = performance.now();
  readonly #running = new Map<string, string>();
  #model = '';
  #until: number | undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(status: (line: string) => void) {
    this.#status = status;
    this.#timer = setInterval(() => {
      this.#draw();
    }, 1000).unref();
  }

  /** After what the event shows has been written. */
  take(event: AgentEvent): void {
    if (event.type === 'session_update') this.#model = event.model ?? this.#model;
    else if (event.type === 'tool_request') this.#running.set(event.callId, event.name);
    else if (event.type === 'tool_response') this.#running.delete(event.callId);
    if (event.type === 'progress') this.#until = event.until === undefined ? undefined : Date.parse(event.until);
    this.#draw();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#status('');
  }

  #draw(): void {
    const seconds = Math.round((performance.now() - this.#start) / 1000);
    const doing = this.#waiting() ?? (this.#running.size === 0 ? 'thinking' : [...this.#running.values()].join(', '));
    this.#status(`${this.#model} · ${doing} · ${seconds} s`);
  }

  /** Counts down while a request waits to be sent again. */
  #waiting(): string | undefined {
    const seconds = this.#until === undefined ? 0 : Math.ceil((this.#until - Date.now()) / 1000);
    if (seconds > 0) return `trying again in ${toDuration(seconds)}`;
    this.#until = undefined;
    return undefined;
  }
}
