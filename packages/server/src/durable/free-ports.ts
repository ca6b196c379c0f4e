import { randomInt } from 'node:crypto';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { AgentError } from '@bowline/protocol';

/** Below the ephemeral port range, so that a restarted process finds its port free. */
const RANGE = { from: 20_000, to: 32_000 } as const;
const TRIES = 100;

/** Distinct unused ports on loopback. */
export async function findFreePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listen));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map(close));
  return ports;
}

async function listen(): Promise<Server> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const server = await tryListen(randomInt(RANGE.from, RANGE.to));
    if (server !== undefined) return server;
  }
  throw new AgentError('INTERNAL', `No free port from ${RANGE.from} to ${RANGE.to} on loopback`);
}

async function tryListen(port: number): Promise<Server | undefined> {
  const server = createServer();
  return await new Promise((resolve) => {
    server.once('error', () => {
      resolve(undefined);
    });
    server.listen(port, '127.0.0.1', () => {
      resolve(server);
    });
  });
}

async function close(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}
