import { AgentError } from '@bowline/protocol';
import type { ConnectionOptions, NatsConnection } from '@nats-io/transport-node';
import { Batches, byTopic, type Said } from './batches.ts';
import type { BusListener, EventBus } from './event-bus.ts';
import { FrameReader, FrameWriter } from './frames.ts';

/** Half of a server's default limit. */
const PAYLOAD = 512 * 1024;
const EVERY_MS = 5;
const RETRY_MS = 250;
/** How long a new subscription waits for the server to know of it; cut off, it is made known on the way back. */
const KNOWN_MS = 2000;

/** Where NATS is: `nats://` or `tls://`, with a user and password or a token where it wants them. */
export interface NatsBusOptions {
  readonly url: string;
}

/** The bus of a server with many nodes. */
export async function openNatsBus({ url }: NatsBusOptions): Promise<EventBus> {
  const nats = await reach(toOptions(url));
  const writer = new FrameWriter(PAYLOAD);
  const batches = new Batches(
    async (batch: readonly Said[]) => {
      for (const [topic, texts] of byTopic(batch))
        for (const frame of writer.write(texts)) nats.publish(toSubject(topic), frame);
    },
    { everyMs: EVERY_MS },
  );
  return {
    publish: (topic, text) => batches.say({ topic, text }),
    subscribe: (topic, listener) => subscribe(nats, topic, listener),
    close: async () => {
      await batches.flush();
      if (!nats.isClosed()) await nats.close();
    },
  };
}

async function subscribe(nats: NatsConnection, topic: string, listener: BusListener): Promise<() => Promise<void>> {
  const reader = new FrameReader();
  const subscription = nats.subscribe(toSubject(topic), {
    callback: (error, message) => {
      if (error === null) for (const text of reader.read(message.string())) listener(text);
    },
  });
  await Promise.race([nats.flush().catch(() => undefined), elapsed(KNOWN_MS)]);
  return async () => {
    subscription.unsubscribe();
  };
}

async function reach(options: ConnectionOptions): Promise<NatsConnection> {
  // Loaded here: a server without NATS does without its client too.
  const { connectToNats } = await import('./connect-to-nats.ts');
  try {
    return await connectToNats(options);
  } catch (thrown) {
    const { message } = AgentError.from(thrown);
    throw new AgentError('STORE_FAILED', `NATS cannot be reached: ${message}`, {
      hint: 'check the address, and that it runs',
      retryable: true,
      cause: thrown,
    });
  }
}

function toOptions(url: string): ConnectionOptions {
  const { protocol, host, username, password } = new URL(url);
  const user = decodeURIComponent(username);
  return {
    servers: host,
    name: 'bowline bus',
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    ...(protocol === 'tls:' ? { tls: {} } : {}),
    ...(user === '' ? {} : password === '' ? { token: user } : { user, pass: decodeURIComponent(password) }),
  };
}

/** A topic may hold dots and stars, which mean something in a subject. */
function toSubject(topic: string): string {
  return `bowline.${Buffer.from(topic).toString('base64url')}`;
}

async function elapsed(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
