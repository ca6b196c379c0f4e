import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Detects effects of a hostile folder: files that it creates, and requests to a port. */
export interface Canary {
  /** A command that creates a file with this name. */
  readonly touch: (name: string) => string;
  /** An address that records this name when it is requested. */
  readonly url: (name: string) => string;
  readonly port: number;
  /** The names of the commands and addresses that were used so far. */
  readonly ran: () => readonly string[];
  readonly asked: () => readonly string[];
  /** Connections, with or without a request. */
  readonly connections: () => number;
  readonly clear: () => void;
  readonly close: () => Promise<void>;
}

/** Opens a canary that keeps its files in this folder, which must not be visible from a hostile one. */
export async function openCanary(folder: string): Promise<Canary> {
  mkdirSync(folder, { recursive: true });
  let asked: string[] = [];
  let connections = 0;
  const server = createServer({ keepAliveTimeout: 1 }, (request, response) => {
    const [, name = ''] = (request.url ?? '').split('/', 2);
    asked.push(name);
    response.end('{}');
  }).on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    touch: (name) => `touch ${join(folder, name)}`,
    url: (name) => `http://127.0.0.1:${port}/${name}`,
    port,
    ran: () => (existsSync(folder) ? readdirSync(folder) : []),
    asked: () => asked,
    connections: () => connections,
    clear: () => {
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
      asked = [];
      connections = 0;
    },
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}
