import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { Batches, byTopic, type Said } from './batches.ts';
import type { BusListener, EventBus } from './event-bus.ts';
import { isCut, toStoreError } from '../store/postgres-error.ts';
import { FrameReader, FrameWriter } from './frames.ts';

/** PostgreSQL rejects payloads of 8000 bytes or more. */
const PAYLOAD = 7900;
/** Each NOTIFY is a commit under a database-wide lock, so each process sends only this often. */
const EVERY_MS = 15;
const RETRY_MS = { first: 100, longest: 5000 };
/** A database that does not answer for this long counts as disconnected, whatever the connection reports. */
const ANSWER_MS = 10_000;

/** How to reach the database. A transaction pooler does not work, since it does not support LISTEN. */
export interface PostgresBusOptions {
  readonly url: string;
  /** How long the database may take to answer before the bus reconnects. */
  readonly answerMs?: number | undefined;
}

interface Channel {
  readonly reader: FrameReader;
  readonly listeners: Set<BusListener>;
}

/** The bus for a server without NATS. Publishes and listens on one connection per process. */
export async function openPostgresBus({ url, answerMs = ANSWER_MS }: PostgresBusOptions): Promise<EventBus> {
  const bus = new PostgresBus(url, answerMs);
  try {
    await bus.connect();
    return bus;
  } catch (thrown) {
    throw toStoreError(thrown, 'listen to the database');
  }
}

class PostgresBus implements EventBus {
  readonly #url: string;
  readonly #answerMs: number;
  readonly #channels = new Map<string, Channel>();
  readonly #writer = new FrameWriter(PAYLOAD);
  readonly #batches = new Batches((batch) => this.#notify(batch), { everyMs: EVERY_MS });
  /** The client runs one query at a time. */
  #queries: Promise<unknown> = Promise.resolve();
  #client: Client | undefined;
  #isClosed = false;

  constructor(url: string, answerMs: number) {
    this.#url = url;
    this.#answerMs = answerMs;
  }

  async connect(): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      keepAlive: true,
      query_timeout: this.#answerMs,
      connectionTimeoutMillis: this.#answerMs,
      application_name: 'bowline bus',
    });
    client.on('notification', ({ channel, payload = '' }) => {
      this.#hear(channel, payload);
    });
    const onCut = (): void => {
      this.#cut(client);
    };
    client.on('error', onCut);
    client.on('end', onCut);
    const listened = new Set<string>();
    try {
      await client.connect();
      for (const name of this.#channels.keys()) {
        listened.add(name);
        await client.query(`LISTEN "${name}"`);
      }
    } catch (thrown) {
      client.end().catch(() => undefined);
      throw thrown;
    }
    if (this.#isClosed) {
      await client.end();
      return;
    }
    this.#client = client;
    for (const name of this.#channels.keys()) if (!listened.has(name)) await this.#quietly(`LISTEN "${name}"`);
  }

  async publish(topic: string, text: string): Promise<void> {
    await this.#batches.say({ topic, text });
  }

  async subscribe(topic: string, listener: BusListener): Promise<() => Promise<void>> {
    const name = toChannel(topic);
    const channel = this.#channels.get(name) ?? { reader: new FrameReader(), listeners: new Set() };
    const own: BusListener = (text) => {
      listener(text);
    };
    channel.listeners.add(own);
    this.#channels.set(name, channel);
    await this.#quietly(`LISTEN "${name}"`);
    return async () => {
      channel.listeners.delete(own);
      if (channel.listeners.size > 0 || this.#channels.get(name) !== channel) return;
      this.#channels.delete(name);
      await this.#quietly(`UNLISTEN "${name}"`);
    };
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    await this.#batches.flush();
    this.#isClosed = true;
    this.#channels.clear();
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  #hear(name: string, payload: string): void {
    const channel = this.#channels.get(name);
    if (channel === undefined) return;
    for (const text of channel.reader.read(payload)) for (const listener of [...channel.listeners]) listener(text);
  }

  async #notify(batch: readonly Said[]): Promise<void> {
    const channels: string[] = [];
    const payloads: string[] = [];
    for (const [topic, texts] of byTopic(batch))
      for (const frame of this.#writer.write(texts)) {
        channels.push(toChannel(topic));
        payloads.push(frame);
      }
    if (payloads.length === 0) return;
    await this.#query('SELECT pg_notify(c, p) FROM unnest($1::text[], $2::text[]) AS said (c, p)', [
      channels,
      payloads,
    ]);
  }

  /** Ignores failures: after a disconnect, the next connection listens to all channels again. */
  async #quietly(text: string): Promise<void> {
    await this.#query(text).catch(() => undefined);
  }

  async #query(text: string, values: readonly unknown[] = []): Promise<void> {
    const result = this.#queries.then(() => this.#ask(text, values));
    this.#queries = result.catch(() => undefined);
    await result;
  }

  async #ask(text: string, values: readonly unknown[]): Promise<void> {
    const client = this.#client;
    try {
      await client?.query(text, [...values]);
    } catch (thrown) {
      if (client !== undefined && isCut(thrown)) this.#cut(client);
      throw thrown;
    }
  }

  #cut(client: Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.end().catch(() => undefined);
    void this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    for (let wait = RETRY_MS.first; !this.#isClosed; wait = Math.min(wait * 2, RETRY_MS.longest)) {
      try {
        await this.connect();
        return;
      } catch {
        await sleep(wait, undefined, { ref: false });
      }
    }
  }
}

/** Hashes the topic, since a channel name is limited to 63 bytes. */
function toChannel(topic: string): string {
  return `bowline_${hash('sha256', topic).slice(0, 48)}`;
}
