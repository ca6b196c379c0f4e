import { setTimeout as sleep } from 'node:timers/promises';

/** One message on one topic. */
export interface Said {
  readonly topic: string;
  readonly text: string;
}

export interface BatchRules {
  /** Minimum time between two batches. The first is sent at once. */
  readonly everyMs: number;
  /** Maximum length of the queue. The oldest messages are dropped first. */
  readonly limit?: number;
}

/**
 * Collects messages while the previous batch is being sent, so that a stream of small messages costs few round trips.
 * Keeps the order. A batch that cannot be sent is dropped, since the bus guarantees no delivery.
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

  /** Resolves when the queue is empty. */
  async flush(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    await Promise.resolve(); // messages published in the same tick share a batch
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

/** Groups messages by topic, in order. */
export function byTopic(batch: readonly Said[]): ReadonlyMap<string, readonly string[]> {
  const topics = new Map<string, string[]>();
  for (const { topic, text } of batch) {
    const texts = topics.get(topic);
    if (texts === undefined) topics.set(topic, [text]);
    else texts.push(text);
  }
  return topics;
}
