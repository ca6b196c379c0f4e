import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEndpointHandler, type LoggerTransport } from '@restatedev/restate-sdk';
import { AgentError } from '@bowline/protocol';
import type { SessionObject } from './session-object.ts';

/** Where a worker takes runs from Restate. */
export interface EndpointOptions {
  readonly object: SessionObject;
  readonly host?: string | undefined;
  /** Default: any free port. */
  readonly port?: number | undefined;
  /** Several workers on this machine share the port: a living one takes the next connection. */
  readonly isShared?: boolean | undefined;
  /** Restate's public keys: only requests signed with them are accepted. */
  readonly identityKeys: readonly string[];
  /** Hears what the SDK has to say. */
  readonly onMessage?: ((level: string, message: string) => void) | undefined;
}

/** A worker's door to Restate, until closed. */
export interface Endpoint {
  readonly port: number;
  /** Takes no more runs; those that run go on. */
  readonly drain: () => void;
  readonly close: () => Promise<void>;
}

const FLUSH_MS = 2_000;

/** Listens on loopback by default, and never without keys: the SDK would then accept every request. */
export async function openEndpoint(options: EndpointOptions): Promise<Endpoint> {
  const { object, host = '127.0.0.1', port = 0, isShared = false, identityKeys, onMessage } = options;
  if (identityKeys.length === 0)
    throw new AgentError('SETTINGS_INVALID', 'a worker accepts only requests whose signature it can check', {
      hint: 'give Restate a request identity key, and its public half here: --identity publickeyv1_...',
    });
  const logger: LoggerTransport = (about, ...parts) => onMessage?.(about.level, parts.map(String).join(' '));
  const server = createServer(
    createEndpointHandler({ services: [object], identityKeys: [...identityKeys], logger, bidirectional: true }),
  );
  const connections = trackConnections(server);
  await listen(server, { host, port, reusePort: isShared });
  const drain = (): void => {
    server.close();
    // Says that no more is taken on these connections; what runs on them goes on.
    for (const connection of connections) connection.close();
  };
  return {
    port: (server.address() as AddressInfo).port,
    drain,
    close: async () => {
      drain();
      // What has just ended is still to be told.
      const deadline = Date.now() + FLUSH_MS;
      while (connections.size > 0 && Date.now() < deadline) await sleep(10);
      for (const connection of connections) connection.destroy();
    },
  };
}

function trackConnections(server: Http2Server): ReadonlySet<ServerHttp2Session> {
  const connections = new Set<ServerHttp2Session>();
  server.on('session', (connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
    // A connection that breaks ends its runs by their signals; there is nothing else to do about it.
    connection.on('error', () => undefined);
  });
  return connections;
}

async function listen(
  server: Http2Server,
  address: { readonly host: string; readonly port: number; readonly reusePort: boolean },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
