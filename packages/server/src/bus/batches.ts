import { setTimeout as sleep } from 'node:timers/promises';

/** One text for one topic. */
export interface Said {
  readonly topic: string;
  readonly text: string;
}

export interface BatchRules {
  /** At least this long between two batches; the first goes at once. */
  readonly everyMs: number;
  /** More than this do not wait; the oldest are given up. */
  readonly limit?: number;
}

/**
 * Gathers what is said while the last batch is on its way, so that a stream of small texts costs few messages.
 * Order is kept. A batch that cannot be sent is given up: the bus guarantees nothing.
 */
export class Batches {
  readonly #send: (batch: readonly Said[]) => Promise<void>;
  readonly #rules: Required<BatchRules>;
  #waiting: { readonly said: Said; readonly settle: () => void }[] = [];
  #running: Promise<void> | undefined;

  constructor(send: (batch: readonly Said[]) => Promise<void>, rules: BatchRules) {
    this.#send = send;
    this.#rules = { limit: 20_000, ...rules };
  }

  async say(said: Said): Promise<void> {
    await new Promise<void>((settle) => {
      this.#waiting.push({ said, settle });
      if (this.#waiting.length > this.#rules.limit) this.#waiting.shift()?.settle();
      this.#running ??= this.#run();
    });
  }

  /** Resolves when nothing waits any more. */
  async flush(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    await Promise.resolve(); // what is said in the same breath goes together
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      await this.#send(batch.map(({ said }) => said)).catch(() => undefined);
      for (const { settle } of batch) settle();
      await sleep(this.#rules.everyMs);
    }
    this.#running = undefined;
  }
}

/** What is said, by topic, in order. */
export function byTopic(batch: readonly Said[]): ReadonlyMap<string, readonly string[]> {
  const topics = new Map<string, string[]>();
  for (const { topic, text } of batch) {
    const texts = topics.get(topic);
    if (texts === undefined) topics.set(topic, [text]);
    else texts.push(text);
  }
  return topics;
}
