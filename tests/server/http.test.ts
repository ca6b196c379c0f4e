import { setTimeout as sleep } from 'node:timers/promises';
import { openRemoteAgent } from '@bowline/client';
import { createApp, type EventBus, type ServerPorts } from '@bowline/server';
import { AgentError, AgentSession, createMessage, type AgentEvent } from '@bowline/protocol';
import { all, calls, says } from '@bowline/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMemoryBus } from './memory-bus.ts';
import { openTestServer, TOKEN, type TestServer } from './open-test-server.ts';

const authorization = `Bearer ${TOKEN}`;
let server: TestServer;
let faults: unknown[] = [];

beforeEach(async () => {
  faults = [];
  server = await openTestServer({
    plans: [[says('one ', 'two')], [says('three')]],
    limits: { bodyBytes: 2000, importBytes: 4000, lineBytes: 1000, aliveMs: 50 },
    onFault: (thrown) => faults.push(thrown),
  });
});
afterEach(async () => {
  await server.close();
});

async function ask(path: string, init: RequestInit = {}): Promise<{ status: number; body: unknown }> {
  const headers = new Headers({ authorization });
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
  const response = await fetch(`${server.url}${path}`, { ...init, headers });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') && !text.includes('\n') ? JSON.parse(text) : text };
}
const post = (path: string, body: unknown, headers: Record<string, string> = {}): ReturnType<typeof ask> =>
  ask(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers });

const failed = (code: string): unknown => ({ error: expect.objectContaining({ code }) as unknown });

/** Answers the only question of a session over HTTP, under a name that the client chooses. */
async function approveAs(by: string, { url, remote }: TestServer): Promise<AgentEvent[]> {
  const sessionId = await remote.create({ workspace: '/workspace' });
  const agent = await openRemoteAgent({ url, token: TOKEN, sessionId });
  try {
    await agent.send(createMessage('go'));
    await expect.poll(async () => (await agent.status()).pendingInputs, { timeout: 20_000 }).toHaveLength(1);
    const [question] = (await agent.status()).pendingInputs;
    if (question?.kind !== 'confirmation') throw new TypeError('nothing is asked');
    const { inputId, digest } = question;
    const body = JSON.stringify({ input: { inputId, answer: { kind: 'confirmation', outcome: 'once', digest }, by } });
    const response = await fetch(`${url}/v1/sessions/${sessionId}/send`, {
      method: 'POST',
      body,
      headers: { authorization },
    });
    expect(response.status).toBe(200);
    return await all(agent.events());
  } finally {
    agent.close();
  }
}

test('an answer is recorded under the name of the token, whatever name the client sends', async () => {
  const asking = await openTestServer({
    plans: [[calls({ name: 'write', result: 'written', isAsked: true }), says('ok')]],
  });
  try {
    const answers = (await approveAs('admin', asking)).filter(({ type }) => type === 'input_response');
    expect(answers).toMatchObject([{ outcome: { outcome: 'once' }, by: 'alice' }]);
  } finally {
    await asking.close();
  }
});

describe('the HTTP server', () => {
  test('requires a token on every route, with the same error', async () => {
    const routes = createApp(server.ports).routes.filter(({ method }) => method !== 'ALL');
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /v1/files',
      'GET /v1/files/*',
      'GET /v1/sessions',
      'GET /v1/sessions/:id/events',
      'GET /v1/sessions/:id/export',
      'GET /v1/sessions/:id/live',
      'GET /v1/sessions/:id/status',
      'POST /v1/sessions',
      'POST /v1/sessions/:id/abort',
      'POST /v1/sessions/:id/release',
      'POST /v1/sessions/:id/send',
      'POST /v1/sessions/import',
      'PUT /v1/files/*',
    ]);
    for (const { method, path } of routes)
      for (const wrong of ['', 'Bearer', 'Bearer wrong', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`]) {
        const answer = await ask(path.replace(':id', 's'), { method, headers: { authorization: wrong } });
        expect({ path, wrong, ...answer }).toEqual({ path, wrong, status: 401, body: failed('SERVER_REFUSED') });
      }
  });

  test.each([
    ['a name that is not ours', { host: 'evil.example' }, 403],
    ['a name that only begins like ours', { host: 'localhost.evil.example' }, 403],
    ['a page', { origin: 'https://evil.example' }, 403],
    ['a page of loopback', { origin: 'http://localhost:3000' }, 403],
    ['loopback by name', { host: 'localhost:99' }, 200],
  ])('answers a request with %s %j: %i', async (_name, headers, status) => {
    const request = new Request('http://127.0.0.1/v1/sessions', { headers: { authorization, ...headers } });
    expect((await createApp(server.ports).request(request)).status).toBe(status);
  });

  test('accepts additional hosts and origins', async () => {
    const ports: ServerPorts = { ...server.ports, hosts: ['bowline.example'], origins: ['https://page.example'] };
    const headers = { authorization, host: 'bowline.example:443', origin: 'https://page.example' };
    expect((await createApp(ports).request('http://x/v1/sessions', { headers })).status).toBe(200);
  });

  test('does not read a body that is too long', async () => {
    const sessionId = await server.remote.create({ workspace: '/workspace' });
    const long = createMessage('x'.repeat(3000));
    expect(await post(`/v1/sessions/${sessionId}/send`, long)).toMatchObject({ status: 413 });
    const body = new Response(new Blob(Array.from({ length: 3 }, () => 'x'.repeat(1000)))).body;
    const streamed: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
    expect(await ask(`/v1/sessions/${sessionId}/send`, streamed)).toMatchObject({ status: 413 });
    expect(await post('/v1/sessions/import?moveId=m', `{"x":"${'x'.repeat(5000)}"}`)).toMatchObject({ status: 413 });
  });

  test.each<[string, string, unknown, [number, string]]>([
    ['no JSON', '/v1/sessions', '{', [400, 'SEND_INVALID']],
    ['no folder', '/v1/sessions', {}, [400, 'SEND_INVALID']],
    ['something unknown', '/v1/sessions', { workspace: '/workspace', colour: 'red' }, [400, 'SEND_INVALID']],
    [
      'an id that is a path',
      '/v1/sessions',
      { workspace: '/workspace', sessionId: '../x' },
      [400, 'SESSION_ID_INVALID'],
    ],
    ['a session that is not there', '/v1/sessions/none/send', createMessage('hi'), [404, 'SESSION_NOT_FOUND']],
    ['no send', '/v1/sessions/none/send', { hello: 1 }, [400, 'SEND_INVALID']],
    ['no session to stop', '/v1/sessions/none/abort', {}, [404, 'SESSION_NOT_FOUND']],
    ['no session to give away', '/v1/sessions/none/release', { to: 'x', moveId: 'm' }, [404, 'SESSION_NOT_FOUND']],
    ['a copy of nothing', '/v1/sessions/import?moveId=m', 'hello', [400, 'IMPORT_INVALID']],
    ['nothing that there is', '/v1/nothing', {}, [404, 'SERVER_REFUSED']],
  ])('rejects %s', async (...[, path, body, [status, code]]) => {
    expect(await post(path, body)).toEqual({ status, body: failed(code) });
    expect(faults).toEqual([]);
  });

  test.each<[string, Error, [number, string]]>([
    ['a fault', new TypeError('secret detail'), [500, 'INTERNAL']],
    [
      'an outage',
      new AgentError('STORE_FAILED', 'secret detail', { hint: 'secret address', retryable: true }),
      [503, 'STORE_FAILED'],
    ],
  ])('reports %s to the operator, and no details to the client', async (_name, thrown, [status, code]) => {
    const open = (): never => {
      throw thrown;
    };
    const response = await createApp({ ...server.ports, open }).request('http://localhost/v1/sessions', {
      headers: { authorization },
    });
    expect(response.status).toBe(status);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ error: { code, retryable: true } });
    expect(text).not.toContain('secret');
    expect(faults).toMatchObject([{ message: 'secret detail' }]);
  });
});

describe('sessions', () => {
  test('are created once if requested twice by name', async () => {
    const wanted = { sessionId: 'mine', workspace: '/workspace', mode: 'plan', title: 'Mine' };
    expect(await post('/v1/sessions', wanted)).toEqual({ status: 201, body: { sessionId: 'mine' } });
    expect(await post('/v1/sessions', wanted)).toEqual({ status: 201, body: { sessionId: 'mine' } });
    expect(await post('/v1/sessions', { ...wanted, title: 'Other' })).toEqual({
      status: 409,
      body: failed('SESSION_EXISTS'),
    });
    expect(await server.remote.list()).toMatchObject([{ sessionId: 'mine', title: 'Mine', workspace: '/workspace' }]);
    expect(await server.remote.list({ workspace: '/elsewhere' })).toEqual([]);
    const status = await ask('/v1/sessions/mine/status');
    expect(status).toMatchObject({ status: 200, body: { mode: 'plan', activeStreamId: null } });
  });

  test('count a message once if it is sent twice', async () => {
    const sessionId = await server.remote.create({ workspace: '/workspace' });
    const send = { message: { messageId: 'm1', content: [{ type: 'text', text: 'go' }] } };
    const [one, two] = [
      await post(`/v1/sessions/${sessionId}/send`, send),
      await post(`/v1/sessions/${sessionId}/send`, send),
    ];
    expect(one.status).toBe(200);
    expect(two).toEqual(one);
    const agent = await openRemoteAgent({ url: server.url, token: TOKEN, sessionId });
    const events = await all(new AgentSession(agent).stream({ eventId: (await all(agent.events()))[0]?.id ?? '' }));
    expect(events.filter(({ type }) => type === 'message')).toHaveLength(2);
    agent.close();
  });

  test('return durable events as lines, after a given event', async () => {
    const sessionId = await server.remote.create({ workspace: '/workspace' });
    await played(sessionId);
    const lines = ((await ask(`/v1/sessions/${sessionId}/events`)).body as string).trim().split('\n');
    const events = lines.map((line) => JSON.parse(line) as AgentEvent);
    expect(events.at(0)?.type).toBe('initialize');
    expect(events.at(-1)?.type).toBe('agent_end');
    const third = events[2]?.id ?? '';
    const after = (await ask(`/v1/sessions/${sessionId}/events?after=${third}`)).body as string;
    expect(after.trim().split('\n')).toEqual(lines.slice(3));
    for (const [n, { id }] of events.entries()) {
      const upTo = (await ask(`/v1/sessions/${sessionId}/events?upTo=${id}`)).body as string;
      expect(upTo.trim().split('\n')).toEqual(lines.slice(0, n + 1));
    }
    expect(events.some(({ id }) => id.endsWith('.1'))).toBe(true); // also for a record with several events
    const unknown = await ask(`/v1/sessions/${sessionId}/events?after=nowhere`);
    expect(unknown).toEqual({ status: 404, body: failed('UNKNOWN_EVENT') });
    const both = await ask(`/v1/sessions/${sessionId}/events?after=x&from=y`);
    expect(both).toEqual({ status: 400, body: failed('SEND_INVALID') });
  });
});

describe('a live stream', () => {
  test('continues after the last received event, and sends heartbeats', async () => {
    const sessionId = await server.remote.create({ workspace: '/workspace' });
    await played(sessionId);
    const kept = ((await ask(`/v1/sessions/${sessionId}/events`)).body as string)
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as AgentEvent).id);
    for (const [n, id] of kept.entries()) {
      const heard = await listen(sessionId, id, kept.length - n - 1);
      expect(heard.ids).toEqual(kept.slice(n + 1));
      expect(heard.text).toContain(': alive\n\n');
    }
  });

  test('is rejected for an unknown event or session', async () => {
    const sessionId = await server.remote.create({ workspace: '/workspace' });
    expect(await ask(`/v1/sessions/${sessionId}/live?after=nowhere`)).toEqual({
      status: 404,
      body: failed('UNKNOWN_EVENT'),
    });
    expect(await ask('/v1/sessions/none/live')).toEqual({ status: 404, body: failed('SESSION_NOT_FOUND') });
  });

  test('ends at once with the server', async () => {
    const sessionId = await server.remote.create({ workspace: '/workspace' });
    const response = await fetch(`${server.url}/v1/sessions/${sessionId}/live`, { headers: { authorization } });
    const body = response.text();
    const began = performance.now();
    await server.close();
    expect(performance.now() - began).toBeLessThan(900); // a stream that does not end is cut after a second
    expect(await body).toMatch(/^event: open\n/);
    server = await openTestServer();
  });

  test('stops following the session when its reader is gone', async () => {
    let followed = 0;
    const bus = createMemoryBus();
    const counting: EventBus = {
      ...bus,
      subscribe: async (topic, listener) => {
        const stop = await bus.subscribe(topic, listener);
        followed += 1;
        return async () => {
          followed -= 1;
          await stop();
        };
      },
    };
    await server.close();
    server = await openTestServer({ bus: counting, limits: { aliveMs: 60_000 } });
    const sessionId = await server.remote.create({ workspace: '/workspace' });
    const gone = new AbortController();
    const url = `${server.url}/v1/sessions/${sessionId}/live`;
    await fetch(url, { headers: { authorization }, signal: gone.signal });
    expect(followed).toBe(1);
    gone.abort();
    await expect.poll(() => followed).toBe(0);
  });

  /** Reads the stream after an event until it has received this many events and a heartbeat. */
  async function listen(sessionId: string, after: string, count: number): Promise<{ ids: string[]; text: string }> {
    const ending = new AbortController();
    const response = await fetch(`${server.url}/v1/sessions/${sessionId}/live`, {
      headers: { authorization, 'last-event-id': after },
      signal: ending.signal,
    });
    let text = '';
    const ids = (): string[] => [...text.matchAll(/^id: (.*)\ndata: .*"type"/gm)].map(([, id = '']) => id);
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      text += new TextDecoder().decode(chunk);
      if (ids().length >= count && text.includes(': alive')) break;
    }
    ending.abort();
    return { ids: ids(), text };
  }
});

/** Sends a message and waits for the end of the turn. */
async function played(sessionId: string): Promise<void> {
  await post(`/v1/sessions/${sessionId}/send`, createMessage('go'));
  for (;;) {
    const { body } = await ask(`/v1/sessions/${sessionId}/status`);
    if ((body as { activeStreamId: string | null }).activeStreamId === null) return;
    await sleep(5);
  }
}
