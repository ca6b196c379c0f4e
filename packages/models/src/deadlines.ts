import { AgentError } from '@bowline/protocol';
import type { ModelClient } from './model-client.ts';

/** How long to wait for a model, in milliseconds. */
export interface Deadlines {
  /** Until the first chunk of an answer: large prompts and long thoughts take time. */
  readonly firstMs: number;
  /** Between two chunks. */
  readonly idleMs: number;
  /** For a whole answer, even if it arrives steadily. */
  readonly totalMs: number;
}

export const defaultDeadlines: Deadlines = { firstMs: 180_000, idleMs: 90_000, totalMs: 30 * 60_000 };

/** Wraps a client with timeouts: a model that does not respond for too long is a `MODEL_TIMEOUT`. */
export function withDeadlines(client: ModelClient, deadlines: Deadlines): ModelClient {
  return {
    async *stream(request, signal) {
      const watch = new Watch(request.model, deadlines);
      try {
        // An aborted client stops silently, so the reason is read from the watch.
        for await (const chunk of client.stream(request, AbortSignal.any([signal, watch.signal]))) {
          watch.hold();
          yield chunk;
          watch.release();
        }
        if (watch.error !== undefined) throw watch.error;
      } finally {
        watch.end();
      }
    },
  };
}

/** The timer of one answer. Each chunk resets it, which is cheap. */
class Watch {
  readonly #model: string;
  readonly #deadlines: Deadlines;
  readonly #controller = new AbortController();
  readonly #total: NodeJS.Timeout;
  #idle: NodeJS.Timeout;
  #isFirst = true;
  #isHeld = false;
  error: AgentError | undefined;

  constructor(model: string, deadlines: Deadlines) {
    this.#model = model;
    this.#deadlines = deadlines;
    const { firstMs, totalMs } = deadlines;
    this.#idle = this.#whileSilent(firstMs, `has not responded for ${toSeconds(firstMs)}`);
    this.#total = setTimeout(() => {
      this.#expire(`did not finish its answer within ${toSeconds(totalMs)}`);
    }, totalMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Pauses the timer while the reader processes a chunk: the model does not cause that delay. */
  hold(): void {
    this.#isHeld = true;
    if (!this.#isFirst) return;
    this.#isFirst = false;
    clearTimeout(this.#idle);
    const { idleMs } = this.#deadlines;
    this.#idle = this.#whileSilent(idleMs, `stopped in the middle of its answer ${toSeconds(idleMs)} ago`);
  }

  release(): void {
    this.#isHeld = false;
    this.#idle.refresh();
  }

  end(): void {
    clearTimeout(this.#idle);
    clearTimeout(this.#total);
  }

  #whileSilent(ms: number, what: string): NodeJS.Timeout {
    const timer = setTimeout(() => {
      if (this.#isHeld) timer.refresh();
      else this.#expire(what);
    }, ms);
    return timer;
  }

  #expire(what: string): void {
    this.error = new AgentError('MODEL_TIMEOUT', `${this.#model} ${what}`, {
      hint: 'Try again, or choose another model',
      retryable: true,
    });
    this.#controller.abort();
  }
}

function toSeconds(ms: number): string {
  return ms >= 1000 ? `${Math.round(ms / 1000)} s` : `${ms} ms`;
}
