import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTokenCheck } from '../http/token-check.ts';

/** What a status port answers from. */
export interface StatusParts {
  readonly host?: string | undefined;
  readonly port: number;
  /** Nothing is told without it. */
  readonly token: string;
  /** Whether new work may be sent here. */
  readonly isReady: () => Promise<boolean>;
  readonly toMetrics: () => string;
}

/** A port that says how a process is: `/healthz`, `/readyz`, `/metrics`. */
export interface StatusPort {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Listens on loopback by default. */
export async function openStatusPort(parts: StatusParts): Promise<StatusPort> {
  const whose = createTokenCheck([{ tenant: 'status', token: parts.token }]);
  const server = createServer((request, response) => {
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (whose(token) === undefined) reply(response, 401, 'a token is needed\n');
    else if (request.method !== 'GET') reply(response, 405, 'only GET\n');
    else void answer(request.url ?? '', parts, response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(parts.port, parts.host ?? '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
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
      reply(response, 404, 'there are: /healthz, /readyz, /metrics\n');
  }
}

function reply(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });
  response.end(text);
}
