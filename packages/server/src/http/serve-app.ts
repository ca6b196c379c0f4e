import { once } from 'node:events';
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { startListening } from '@bowline/workspace';

/** What to serve, and where. */
export interface ServeOptions {
  readonly app: { readonly fetch: (request: Request) => Response | Promise<Response> };
  /** Default: loopback. */
  readonly host?: string | undefined;
  /** Default: any free port. */
  readonly port?: number | undefined;
  /** How long current requests may take on shutdown. */
  readonly drainMs?: number | undefined;
}

/** A listening server. */
export interface ServedApp {
  readonly url: string;
  /**
   * Accepts no new requests, lets current ones finish, then closes the remaining connections. Abort the app's signal
   * first to end its streams.
   */
  close(): Promise<void>;
}

const DRAIN_MS = 10_000;
const IDLE_MS = 25;

export async function serveApp(options: ServeOptions): Promise<ServedApp> {
  const { app, host = '127.0.0.1', port = 0, drainMs = DRAIN_MS } = options;
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  const { port: used } = await startListening(server, { host, port });
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${used}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      // A connection stays open after its request, as its client expects, but shutdown does not wait for another
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
