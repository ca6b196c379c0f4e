import { createServer, type ServerResponse } from 'node:http';
import { startListening } from '@bowline/workspace';
import { createTokenCheck } from '../tokens/token-check.ts';

/** What the status port reports. */
export interface StatusParts {
  readonly host?: string | undefined;
  readonly port: number;
  /** Required for every request. */
  readonly token: string;
  /** Whether this process accepts new work. */
  readonly isReady: () => Promise<boolean>;
  readonly toMetrics: () => string;
}

/** A port that reports the state of a process: `/healthz`, `/readyz`, `/metrics`. */
export interface StatusPort {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Listens on loopback by default. */
export async function openStatusPort(parts: StatusParts): Promise<StatusPort> {
  const whose = createTokenCheck([{ tenant: 'status', token: parts.token }]);
  const server = createServer((request, response) => {
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (whose(token) === undefined) reply(response, 401, 'missing or invalid token\n');
    else if (request.method !== 'GET') reply(response, 405, 'method not allowed\n');
    else void answer(request.url ?? '', parts, response);
  });
  const { port } = await startListening(server, { host: parts.host ?? '127.0.0.1', port: parts.port });
  return {
    port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(url: string, { isReady, toMetrics }: StatusParts, response: ServerResponse): Promise<void> {
  switch (url) {
    case '/healthz':
      reply(response, 200, 'ok\n');
      return;
    case '/readyz': {
      const isOk = await isReady().catch(() => false);
      reply(response, isOk ? 200 : 503, isOk ? 'ready\n' : 'not ready\n');
      return;
    }
    case '/metrics':
      reply(response, 200, toMetrics());
      return;
    default:
      reply(response, 404, 'not found; use /healthz, /readyz or /metrics\n');
  }
}

function reply(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
  response.end(text);
}
