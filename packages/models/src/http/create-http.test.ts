import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createHttp } from './create-http.ts';
import { readText } from './read-text.ts';

let server: Server | undefined;
let connections = 0;
afterEach(async () => {
  const ended = server;
  server = undefined;
  if (ended?.listening !== true) return;
  ended.closeAllConnections();
  ended.close();
  await once(ended, 'close');
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer({ keepAliveTimeout: 0 }, listener);
  connections = 0;
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const never = new AbortController().signal;
const bytes = (text: string): Uint8Array[] => [Buffer.from(text)];

test('a post sends its body with headers and length, and returns a response of any status', async () => {
  const http = createHttp({ env: {} });
  const seen: unknown[] = [];
  const url = await serve((request, response) => {
    void readText(request).then((body) => {
      seen.push([request.method, request.url, request.headers['x-a'], request.headers['content-length'], body]);
      response.writeHead(418).end('short and stout');
    });
  });
  const response = await http.post({
    url: `${url}/p?q=1`,
    headers: { 'x-a': 'b' },
    body: [...bytes('{"a":'), ...bytes('"ζ"}')],
    signal: never,
  });
  expect([response.statusCode, await readText(response)]).toEqual([418, 'short and stout']);
  expect(seen).toEqual([['POST', '/p?q=1', 'b', '10', '{"a":"ζ"}']]);
});

test('a get sends no body', async () => {
  const url = await serve((request, response) => {
    response.end(`${request.method ?? ''} ${request.headers['content-length'] ?? 'none'}`);
  });
  expect(await readText(await createHttp({ env: {} }).get({ url, signal: never }))).toBe('GET none');
});

test.each(['model.test:8080/v1', 'ftp://me:hidden@model.test', '/v1', 'http://'])(
  '%s is rejected as a URL',
  async (url) => {
    const http = createHttp({ env: { ALL_PROXY: 'p.test' } });
    expect(http.proxyFor('nothing')).toBeUndefined();
    const asked = http.get({ url, signal: never });
    await expect(asked).rejects.toMatchObject({ code: 'MODEL_UNREACHABLE', retryable: false });
    await expect(asked).rejects.not.toThrow(/hidden/);
  },
);

describe('connections', () => {
  const ask = async (http: ReturnType<typeof createHttp>, url: string): Promise<string> =>
    await readText(await http.post({ url, body: bytes('question'), signal: never }));

  test('are reused between requests', async () => {
    const http = createHttp({ env: {} });
    const url = await serve((_, response) => response.end('ok'));
    for (let n = 0; n < 3; n += 1) expect(await ask(http, url)).toBe('ok');
    expect(connections).toBe(1);
  });

  test('that the server closes on reuse are replaced, and the request is sent again', async () => {
    const http = createHttp({ env: {} });
    const used = new WeakSet<Socket>();
    const bodies: string[] = [];
    let isClosing = false;
    const url = await serve((request, response) => {
      if (isClosing && used.has(request.socket)) {
        request.socket.destroy();
        return;
      }
      used.add(request.socket);
      void readText(request).then((body) => {
        bodies.push(body);
        response.end('ok');
      });
    });
    await Promise.all([ask(http, url), ask(http, url), ask(http, url)]);
    expect(connections).toBe(3);
    isClosing = true;
    expect(await ask(http, url)).toBe('ok');
    expect([connections, bodies]).toEqual([4, ['question', 'question', 'question', 'question']]);
  });

  test('that break when they are new are an error at once', async () => {
    let asked = 0;
    const url = await serve((request) => {
      asked += 1;
      request.socket.destroy();
    });
    await expect(ask(createHttp({ env: {} }), url)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(asked).toBe(1);
  });

  test('that break again after a retry are an error', async () => {
    const http = createHttp({ env: {} });
    let asked = 0;
    const url = await serve((request, response) => {
      asked += 1;
      if (asked === 1) response.end('ok');
      else request.socket.destroy();
    });
    await ask(http, url);
    await expect(ask(http, url)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(asked).toBe(3);
  });

  test('that break after a response has begun are not retried', async () => {
    const http = createHttp({ env: {} });
    let asked = 0;
    const url = await serve((_, response) => {
      asked += 1;
      if (asked === 1) {
        response.end('ok');
        return;
      }
      response.writeHead(200, { 'content-length': 100 });
      response.write('half', () => response.destroy());
    });
    await ask(http, url);
    await expect(ask(http, url)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(asked).toBe(2);
  });
});

describe('an abort', () => {
  test('before the request sends nothing', async () => {
    const url = await serve((_, response) => response.end());
    await expect(createHttp({ env: {} }).post({ url, body: [], signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(connections).toBe(0);
  });

  test('before the response ends the wait and the connection', async () => {
    const stop = new AbortController();
    const gone = new Promise<void>((resolve) => {
      void serve((request) => {
        request.socket.on('close', () => {
          resolve();
        });
        stop.abort();
      }).then(async (url) => {
        const asked = createHttp({ env: {} }).post({ url, body: [], signal: stop.signal });
        await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
      });
    });
    await gone;
  });

  test('during the response ends the response', async () => {
    const stop = new AbortController();
    const url = await serve((_, response) => {
      response.writeHead(200);
      response.write('a');
    });
    const response = await createHttp({ env: {} }).post({ url, body: [], signal: stop.signal });
    await expect(readUntilAbort(response, stop)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  test('with another reason is still an AbortError', async () => {
    await expect(
      createHttp({ env: {} }).get({ url: 'http://127.0.0.1:1', signal: AbortSignal.abort('because') }),
    ).rejects.toMatchObject({ name: 'AbortError' });
  });
});

async function readUntilAbort(response: IncomingMessage, stop: AbortController): Promise<void> {
  for await (const chunk of response) {
    expect(String(chunk)).toBe('a');
    stop.abort();
  }
}
