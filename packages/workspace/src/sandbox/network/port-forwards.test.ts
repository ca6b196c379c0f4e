import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ListeningPort } from './listening-ports.ts';
import { PortForwards, type ForwardedPort } from './port-forwards.ts';

const patient = { timeout: 10_000, interval: 5 };
let inside: Server;
let opened: PortForwards[] = [];
let listening: ListeningPort[] = [];
let told: (readonly ForwardedPort[])[] = [];
const portOf = (server: Server): number => (server.address() as AddressInfo).port;
/** An unused port. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await once(probe.listen(0, '127.0.0.1'), 'listening');
  const port = portOf(probe);
  await once(probe.close(), 'close');
  return port;
}
const at = (port: number): ListeningPort => ({ host: '127.0.0.1', port });

beforeEach(async () => {
  [opened, listening, told] = [[], [], []];
  inside = createServer((socket) => socket.end('hello'));
  await once(inside.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  for (const forwards of opened) forwards.close();
  inside.close();
});

/** Connects every request to the one server of the test. */
async function dialInside(): Promise<Socket> {
  const socket = connect(portOf(inside), '127.0.0.1').pause();
  await once(socket, 'connect');
  return socket;
}

function forward(ports: readonly number[] | 'any', dial: () => Promise<Socket | undefined> = dialInside): PortForwards {
  const forwards = new PortForwards({
    look: () => listening,
    ports,
    dial,
    onChange: (changed) => told.push(changed),
  });
  opened.push(forwards);
  return forwards;
}

const read = (port: number): Promise<string> => text(connect(port, '127.0.0.1'));

test('delivers the first byte of a server that speaks first', async () => {
  const port = await freePort();
  listening = [at(port)];
  forward('any');
  await expect.poll(() => told.at(-1), patient).toEqual([{ inside: port, outside: port }]);
  expect(await read(port)).toBe('hello');
});

test('a port is closed when its server stops, and opened again with it', async () => {
  const port = await freePort();
  listening = [at(port)];
  forward([port]);
  await expect.poll(() => told.at(-1), patient).toHaveLength(1);
  listening = [];
  await expect.poll(() => told.at(-1), patient).toEqual([]);
  await expect(read(port)).rejects.toThrow('ECONNREFUSED');
  listening = [at(port)];
  await expect.poll(() => told.at(-1), patient).toHaveLength(1);
  expect(await read(port)).toBe('hello');
});

test('a system port, or one that is not allowed, is never opened', async () => {
  const [port, other] = [await freePort(), await freePort()];
  listening = [at(631), at(other), at(port)];
  forward([631, port]);
  await expect.poll(() => told.at(-1), patient).toEqual([{ inside: port, outside: port }]);
  await expect(read(other)).rejects.toThrow('ECONNREFUSED');
});

test('limits the number of ports that are opened for a command', async () => {
  listening = Array.from({ length: 40 }, (_, n) => at(20_000 + n));
  forward('any');
  await expect.poll(() => told.at(-1), patient).toHaveLength(16);
});

test('closes a connection if no server listens inside', async () => {
  const port = await freePort();
  listening = [at(port)];
  forward('any', async () => undefined);
  await expect.poll(() => told.at(-1), patient).toHaveLength(1);
  expect(await read(port).catch(() => 'closed')).toMatch(/^(?:closed)?$/);
});

test('closes everything at the end', async () => {
  const port = await freePort();
  listening = [at(port)];
  const forwards = forward('any');
  await expect.poll(() => told.at(-1), patient).toHaveLength(1);
  forwards.close();
  await expect(read(port)).rejects.toThrow('ECONNREFUSED');
});
