import { AgentError } from '@bowline/protocol';
import type { ConnectionOptions, NatsConnection } from '@nats-io/transport-node';
import { Batches, byTopic, type Said } from './batches.ts';
import type { BusListener, EventBus } from './event-bus.ts';
import { FrameReader, FrameWriter } from './frames.ts';

/** Half of the NATS server's default limit. */
const PAYLOAD = 512 * 1024;
const EVERY_MS = 5;
const RETRY_MS = 250;
/**
 * How long a new subscription waits for the server's confirmation. When disconnected, it is sent again on reconnect.
 */
const KNOWN_MS = 2000;

/** The URL of NATS, `nats://` or `tls://`, with a user and password or a token if required. */
export interface NatsBusOptions {
  readonly url: string;
}

/** The bus for a server with many nodes. */
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
  // Imported here, so that a server without NATS does not load the client.
  const { connectToNats } = await import('./connect-to-nats.ts');
  try {
    return await connectToNats(options);
  } catch (thrown) {
    const { message } = AgentError.from(thrown);
    throw new AgentError('STORE_FAILED', `Cannot reach NATS: ${message}`, {
      hint: 'Check the address and that NATS is running',
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

/** Encodes the topic, since it may contain dots and asterisks, which have a meaning in subjects. */
function toSubject(topic: string): string {
  return `bowline.${Buffer.from(topic).toString('base64url')}`;
}

async function elapsed(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
