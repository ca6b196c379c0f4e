import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** What tells when something of a hostile folder had an effect: files that it leaves, and a port that it asks. */
export interface Canary {
  /** A command that leaves a file of this name. */
  readonly touch: (name: string) => string;
  /** An address that keeps this name when it is asked. */
  readonly url: (name: string) => string;
  readonly port: number;
  /** What has been run and asked so far, by name. */
  readonly ran: () => readonly string[];
  readonly asked: () => readonly string[];
  /** Connections, whether or not anything was asked. */
  readonly connections: () => number;
  readonly clear: () => void;
  readonly close: () => Promise<void>;
}

/** Opens a canary that keeps its files in this folder, which is not to be seen from a hostile one. */
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
