import type { AgentEvent } from '@bowline/protocol';

const phrases: Readonly<Record<string, (model: string) => string>> = {
  MODEL_QUOTA: (model) => `The quota for ${model} is used up`,
  MODEL_UNAVAILABLE: (model) => `${model} is unavailable`,
  MODEL_UNREACHABLE: (model) => `Can't reach ${model}`,
  MODEL_TIMEOUT: (model) => `${model} did not answer in time`,
  MODEL_INVALID_ANSWER: (model) => `${model} sent an answer that could not be read`,
};

/** What is wrong with the model that is asked, for as long as its requests fail and are sent again. */
export class Trouble {
  #model = 'the model';
  #text = '';
  #told = '';

  /** In words; empty when nothing is wrong. */
  get text(): string {
    return this.#text;
  }

  /** True for the first wait that a trouble leads to. */
  take(event: AgentEvent): boolean {
    if (event.type === 'session_update') this.#model = event.model ?? this.#model;
    if (event.type === 'error' && !event.fatal) this.#text = this.#describe(event.code);
    if (event.type === 'message' || event.type === 'tool_request' || event.type === 'agent_end') {
      this.#text = '';
      this.#told = '';
    }
    if (event.type !== 'progress' || event.until === undefined || this.#told === this.#text) return false;
    this.#told = this.#text;
    return true;
  }

  #describe(code: string): string {
    return phrases[code]?.(this.#model) ?? `A request to ${this.#model} failed`;
  }
}

/** That a request is sent again, and when; empty when it is being sent. */
export function describeRetry(trouble: string, until: string, now = Date.now()): string | undefined {
  const seconds = Math.ceil((Date.parse(until) - now) / 1000);
  const why = trouble === '' ? '' : `${trouble}. `;
  return seconds < 1 ? undefined : `${why}Retrying in ${toDuration(seconds)}`;
}

function toDuration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
