import type { AgentEvent } from '@bowline/protocol';
import { toDuration } from './describe-news.ts';

/** One line on a terminal's stderr that says what is going on, for as long as it goes on. */
export class ProgressLine {
  readonly #write: (text: string) => void;
  readonly #start = performance.now();
  readonly #running = new Map<string, string>();
  #model = '';
  #until: number | undefined;
  /** The answer stands on the line that we would draw on. */
  #isTextOpen = false;
  #isDrawn = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (text: string) => void) {
    this.#write = write;
    this.#timer = setInterval(() => {
      this.#draw();
    }, 1000).unref();
  }

  /** Before anything else is written to the screen. */
  hide(): void {
    if (this.#isDrawn) this.#write('\r\u001b[K');
    this.#isDrawn = false;
  }

  /** After what the event shows has been written. */
  take(event: AgentEvent): void {
    if (event.type === 'session_update') this.#model = event.model ?? this.#model;
    else if (event.type === 'tool_request') this.#running.set(event.callId, event.name);
    else if (event.type === 'tool_response') this.#running.delete(event.callId);
    if (event.type === 'progress') this.#until = event.until === undefined ? undefined : Date.parse(event.until);
    if (event.type === 'message_delta' && event.kind === 'text') this.#isTextOpen = !event.text.endsWith('\n');
    else if (event.type === 'tool_request' || event.type === 'agent_end') this.#isTextOpen = false;
    this.#draw();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.hide();
  }

  #draw(): void {
    if (this.#isTextOpen || this.#timer === undefined) return;
    const seconds = Math.round((performance.now() - this.#start) / 1000);
    const doing = this.#waiting() ?? (this.#running.size === 0 ? 'thinking' : [...this.#running.values()].join(', '));
    this.#write(`\r\u001b[K${this.#model} · ${doing} · ${seconds} s`);
    this.#isDrawn = true;
  }

  /** Counts down while a request waits to be sent again. */
  #waiting(): string | undefined {
    const seconds = this.#until === undefined ? 0 : Math.ceil((this.#until - Date.now()) / 1000);
    if (seconds > 0) return `trying again in ${toDuration(seconds)}`;
    this.#until = undefined;
    return undefined;
  }
}
