import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { AgentError } from '@bowline/protocol';

/** What is served, and where. */
export interface ServeOptions {
  readonly app: { readonly fetch: (request: Request) => Response | Promise<Response> };
  /** Default: loopback. */
  readonly host?: string | undefined;
  /** Default: any free port. */
  readonly port?: number | undefined;
  /** How long requests that are under way may take when the server is to end. */
  readonly drainMs?: number | undefined;
}

/** A server that listens. */
export interface ServedApp {
  readonly url: string;
  /** Takes no more requests, lets those under way finish, then ends what does not. Abort the app's signal first: it ends its streams. */
  close(): Promise<void>;
}

const DRAIN_MS = 10_000;
const IDLE_MS = 25;

/** Serves the app over HTTP. */
export async function serveApp(options: ServeOptions): Promise<ServedApp> {
  const { app, host = '127.0.0.1', port = 0, drainMs = DRAIN_MS } = options;
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  server.listen(port, host);
  await Promise.race([
    once(server, 'listening'),
    once(server, 'error').then(([thrown]) => {
      throw new AgentError('SETTINGS_INVALID', `cannot listen on ${host}:${port}: ${AgentError.from(thrown).message}`, {
        hint: 'choose another port, or end what uses this one',
      });
    }),
  ]);
  const { port: used } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${used}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      // A connection stays open after its request, as its client was told, but shutdown does not wait for another
      // request.
      const idle = setInterval(() => {
        server.closeIdleConnections();
      }, IDLE_MS);
      const late = setTimeout(() => {
        server.closeAllConnections();
      }, drainMs);
      await closed;
      clearInterval(idle);
      clearTimeout(late);
    },
  };
}
