import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { openRemoteAgent } from '@bowline/client';
import { AgentSession, createMessage, isLiveOnly, toText, type AgentEvent } from '@bowline/protocol';
import { all, calls, says } from '@bowline/testkit';
import { afterEach, expect, test } from 'vitest';
import { openTestServer, type TestServer } from './open-test-server.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A proxy to a server that cuts every connection repeatedly. */
async function openBreakingWay(to: number): Promise<{ url: string; cuts: () => number; breakAll: () => void }> {
  const sockets = new Set<Socket>();
  let cuts = 0;
  const proxy = createServer((client) => {
    const server = connect(to, '127.0.0.1');
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
      socket.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const breakAll = (): void => {
    cuts += sockets.size / 2;
    for (const socket of sockets) socket.destroy();
  };
  closing.push(async () => {
    breakAll();
    proxy.close();
    await once(proxy, 'close');
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, cuts: () => cuts, breakAll };
}

async function openServer(...args: Parameters<typeof openTestServer>): Promise<TestServer> {
  const server = await openTestServer(...args);
  closing.push(() => server.close());
  return server;
}

test('over a connection that keeps breaking, each durable event arrives once, in order, and each message counts once', async () => {
  const turns = 8;
  const chunks = Array.from({ length: 40 }, (_, n) => `${n} `);
  const turn = [says(...chunks), calls({ name: 'read', result: 'x' }, { name: 'read', result: 'y' }), says(...chunks)];
  const server = await openServer({ plans: Array.from({ length: turns }, () => turn) });
  const sessionId = await server.remote.create({ workspace: '/workspace' });
  const way = await openBreakingWay(Number(new URL(server.url).port));
  const agent = await openRemoteAgent({ url: way.url, token: server.token, sessionId });
  const session = new AgentSession(agent);
  const first = await all(agent.events());
  const heard: AgentEvent[] = [];
  agent.subscribe((event) => heard.push(event));
  const breaking = setInterval(way.breakAll, 40);
  for (let n = 0; n < turns; n += 1) {
    const events = await all(session.sendStream(createMessage(`message ${n}`)));
    expect(events.at(-1)).toMatchObject({ type: 'agent_end', reason: 'completed' });
  }
  clearInterval(breaking);
  agent.close();

  const whole = await openRemoteAgent({ url: server.url, token: server.token, sessionId });
  const kept = await all(whole.events());
  whole.close();
  expect(way.cuts()).toBeGreaterThan(10);
  expect([...first, ...heard.filter((event) => !isLiveOnly(event))]).toEqual(kept);
  const said = kept.flatMap((event) =>
    event.type === 'message' && event.role === 'user' ? [toText(event.content)] : [],
  );
  expect(said).toEqual(Array.from({ length: turns }, (_, n) => `message ${n}`));
});

test('a client reconnects to a server that goes down and comes back', async () => {
  const server = await openServer({ plans: [[says('one')]] });
  const sessionId = await server.remote.create({ workspace: '/workspace' });
  let isAway = false;
  let refused = 0;
  const agent = await openRemoteAgent({
    url: server.url,
    token: server.token,
    sessionId,
    fetch: async (input, init) => {
      if (isAway) {
        refused += 1;
        throw new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') });
      }
      return await fetch(input, init);
    },
  });
  isAway = true;
  const ended = new Promise((resolve) => {
    agent.subscribe((event) => {
      if (event.type === 'agent_end') resolve(event.type);
    });
  });
  const sent = agent.send(createMessage('go'));
  await expect.poll(() => refused, { timeout: 10_000 }).toBeGreaterThan(1);
  isAway = false;
  expect((await sent).streamId).not.toBeNull();
  expect(await ended).toBe('agent_end');
  agent.close();
});

test('a revoked token is an error event, and calls fail with the same error', async () => {
  const server = await openServer();
  const sessionId = await server.remote.create({ workspace: '/workspace' });
  const way = await openBreakingWay(Number(new URL(server.url).port));
  let isRevoked = false;
  const agent = await openRemoteAgent({
    url: way.url,
    token: server.token,
    sessionId,
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      if (isRevoked) headers.set('authorization', 'Bearer gone');
      return await fetch(input, { ...init, headers });
    },
  });
  const heard = new Promise<AgentEvent>((resolve) => {
    agent.subscribe(resolve);
  });
  isRevoked = true;
  way.breakAll();
  expect(await heard).toMatchObject({ type: 'error', code: 'SERVER_REFUSED', fatal: true });
  await expect(agent.status()).rejects.toMatchObject({ code: 'SERVER_REFUSED' });
});

test('an unreachable server or an unknown session is an error at once', async () => {
  const server = await openServer();
  const place = { url: server.url, token: server.token, sessionId: 'none' };
  await expect(openRemoteAgent(place)).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
  await expect(openRemoteAgent({ ...place, token: 'wrong' })).rejects.toMatchObject({ code: 'SERVER_REFUSED' });
  await expect(openRemoteAgent({ ...place, url: 'http://127.0.0.1:1' })).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    retryable: true,
  });
});
