import type { AgentEvent } from '@bowline/protocol';

/** One line on a terminal's stderr that says what is going on, for as long as it goes on. */
export class ProgressLine {
  readonly #write: (text: string) => void;
  readonly #start = performance.now();
  readonly #running = new Map<string, string>();
  #model = '';
  #isQuiet = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (text: string) => void) {
    this.#write = write;
    this.#timer = setInterval(() => {
      this.#draw();
    }, 1000).unref();
  }

  take(event: AgentEvent): void {
    if (event.type === 'session_update') this.#model = event.model ?? this.#model;
    else if (event.type === 'tool_request') this.#running.set(event.callId, event.name);
    else if (event.type === 'tool_response') this.#running.delete(event.callId);
    // While the answer streams to the same screen, a status line would tear it.
    this.#isQuiet = event.type === 'message_delta';
    this.#draw();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#write('\r\u001b[K');
  }

  #draw(): void {
    if (this.#isQuiet || this.#timer === undefined) return;
    const seconds = Math.round((performance.now() - this.#start) / 1000);
    const doing = this.#running.size === 0 ? 'thinking' : [...this.#running.values()].join(', ');
    this.#write(`\r\u001b[K${this.#model} · ${doing} · ${seconds} s`);
  }
}
