import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEndpointHandler, type LoggerTransport } from '@restatedev/restate-sdk';
import { AgentError } from '@bowline/protocol';
import { startListening } from '@bowline/workspace';
import type { SessionObject } from './session-object.ts';

/** The endpoint through which Restate invokes a worker. */
export interface EndpointOptions {
  readonly object: SessionObject;
  readonly host?: string | undefined;
  /** Default: any free port. */
  readonly port?: number | undefined;
  /** Shares the port with other workers on this machine; the next connection goes to one that is running. */
  readonly isShared?: boolean | undefined;
  /** Restate's public keys: only requests signed with them are accepted. */
  readonly identityKeys: readonly string[];
  /** Receives log messages of the SDK. */
  readonly onMessage?: ((level: string, message: string) => void) | undefined;
}

/** An open endpoint. */
export interface Endpoint {
  readonly port: number;
  /** Accepts no new runs. Current runs continue. */
  readonly drain: () => void;
  readonly close: () => Promise<void>;
}

const FLUSH_MS = 2_000;

/** Listens on loopback by default. Requires keys, because without them the SDK would accept every request. */
export async function openEndpoint(options: EndpointOptions): Promise<Endpoint> {
  const { object, host = '127.0.0.1', port = 0, isShared = false, identityKeys, onMessage } = options;
  if (identityKeys.length === 0)
    throw new AgentError('SETTINGS_INVALID', 'A worker needs a public key to check the signatures of requests', {
      hint: 'Configure a request identity key in Restate and pass its public half: --identity publickeyv1_...',
    });
  const logger: LoggerTransport = (about, ...parts) => onMessage?.(about.level, parts.map(String).join(' '));
  const server = createServer(
    createEndpointHandler({ services: [object], identityKeys: [...identityKeys], logger, bidirectional: true }),
  );
  const connections = trackConnections(server);
  const address = await startListening(server, { host, port, reusePort: isShared });
  const drain = (): void => {
    server.close();
    // Announces that these connections accept no new requests; current ones continue.
    for (const connection of connections) connection.close();
  };
  return {
    port: address.port,
    drain,
    close: async () => {
      drain();
      // Gives runs that have just ended time to send their results.
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
    // The runs of a broken connection end through their signals; nothing else needs to be done.
    connection.on('error', () => undefined);
  });
  return connections;
}
