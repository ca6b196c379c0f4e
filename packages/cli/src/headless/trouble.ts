import type { AgentEvent } from '@bowline/protocol';
import { retryTexts } from '../texts/headless-texts.ts';

/** What is wrong with the model while its requests are retried. */
export class Trouble {
  #model = retryTexts.theModel;
  #text = '';
  #reported = '';

  /** Empty if nothing is wrong. */
  get text(): string {
    return this.#text;
  }

  /** Takes an event. Returns true for the first wait of a new failure. */
  take(event: AgentEvent): boolean {
    if (event.type === 'session_update') this.#model = event.model ?? this.#model;
    if (event.type === 'error' && !event.fatal) this.#text = this.#describe(event.code);
    if (event.type === 'message' || event.type === 'tool_request' || event.type === 'agent_end') {
      this.#text = '';
      this.#reported = '';
    }
    if (event.type !== 'progress' || event.until === undefined || this.#reported === this.#text) return false;
    this.#reported = this.#text;
    return true;
  }

  #describe(code: string): string {
    return retryTexts.troubles[code]?.(this.#model) ?? retryTexts.other(this.#model);
  }
}

/** When a request is retried; undefined once it is being sent. */
export function describeRetry(trouble: string, until: string, now = Date.now()): string | undefined {
  const seconds = Math.ceil((Date.parse(until) - now) / 1000);
  return seconds < 1 ? undefined : retryTexts.retryIn(trouble, toDuration(seconds));
}

function toDuration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
