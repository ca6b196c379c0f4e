import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createHttp } from './create-http.ts';
import { readText } from './read-text.ts';
import { toFetch } from './to-fetch.ts';

let server: Server;
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer({ keepAliveTimeout: 0 }, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ourFetch = toFetch(createHttp({ env: {} }));

const typed = { 'x-a': 'b', 'content-type': 't' };

/** Responds with the request. */
const mirror: RequestListener = (request, response) => {
  void readText(request).then((body) => {
    const { method, url, headers } = request;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify([method, url, headers['content-type'], headers['x-a'], body]));
  });
};

describe("sends the same request as the platform's fetch for", () => {
  test.each<[string, RequestInit]>([
    ['a get', { headers: { 'x-a': 'b' } }],
    ['text', { method: 'POST', body: '{"ζ":1}', headers: { 'content-type': 'application/json', 'x-a': 'b' } }],
    ['a Headers object', { method: 'POST', body: 'a', headers: new Headers(typed) }],
    [
      'headers as pairs',
      {
        method: 'post',
        body: 'a',
        headers: [
          ['x-a', 'b'],
          ['content-type', 't'],
        ],
      },
    ],
    ['bytes', { method: 'POST', body: Buffer.from('ζωή') }],
    ['a form', { method: 'POST', body: new URLSearchParams({ a: 'b c' }) }],
    ['nothing', { method: 'POST' }],
  ])('%s', async (_, init) => {
    const url = `${await serve(mirror)}/p?q=1`;
    const [ours, theirs] = [await ourFetch(url, init), await fetch(url, init)];
    expect(await ours.json()).toEqual(await theirs.json());
    expect([ours.ok, ours.status]).toEqual([true, 200]);
  });

  test('a URL object and a Request', async () => {
    const url = await serve(mirror);
    expect(await (await ourFetch(new URL(`${url}/a`))).json()).toEqual(['GET', '/a', null, null, '']);
    const request = new Request(`${url}/b`, { method: 'POST', body: 'x' });
    expect(await (await ourFetch(request)).json()).toEqual(['POST', '/b', 'text/plain;charset=UTF-8', null, 'x']);
  });
});

test('returns status and headers, and no body where there is none', async () => {
  const url = await serve((request, response) => {
    response.setHeader('set-cookie', ['a=1', 'b=2']);
    response.writeHead(request.url === '/none' ? 204 : 429, { 'retry-after': '3' });
    response.end(request.url === '/none' ? undefined : 'slow down');
  });
  const limited = await ourFetch(url);
  expect([limited.status, limited.ok, limited.headers.get('retry-after')]).toEqual([429, false, '3']);
  expect(limited.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await limited.text()).toBe('slow down');
  const none = await ourFetch(`${url}/none`);
  expect([none.status, none.body, await none.text()]).toEqual([204, null, '']);
});

test('streams a response as it arrives', async () => {
  let goOn = (): void => {};
  const url = await serve((_, response) => {
    response.write('one');
    goOn = () => response.end('two');
  });
  const reader = (await ourFetch(url)).body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('one');
  goOn();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('two');
  expect(await reader?.read()).toMatchObject({ done: true });
});

describe('an abort is an AbortError', () => {
  test('before the request', async () => {
    const url = await serve(mirror);
    await expect(ourFetch(url, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('before the response', async () => {
    const stop = new AbortController();
    const url = await serve(() => {
      stop.abort();
    });
    await expect(ourFetch(url, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('during the response', async () => {
    const stop = new AbortController();
    const url = await serve((_, response) => {
      response.write('a');
    });
    const response = await ourFetch(url, { method: 'POST', body: 'q', signal: stop.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    const next = reader?.read();
    stop.abort();
    await expect(next).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('and a time limit is a TimeoutError', async () => {
    const url = await serve(() => {});
    await expect(ourFetch(url, { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

test('canceling the body ends the request', async () => {
  const closed = Promise.withResolvers<undefined>();
  const url = await serve((request, response) => {
    request.socket.on('close', () => {
      closed.resolve(undefined);
    });
    response.write('a');
  });
  await (await ourFetch(url)).body?.cancel();
  await closed.promise;
});

test('a response that breaks off is an error in its body', async () => {
  const url = await serve((_, response) => {
    response.write('a', () => response.destroy());
  });
  await expect((await ourFetch(url)).text()).rejects.toMatchObject({ code: 'ECONNRESET' });
});

test('reports a missing server with the network error', async () => {
  const url = await serve(mirror);
  server.close();
  await once(server, 'close');
  await expect(ourFetch(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await serve(mirror);
});

test('rejects other methods', async () => {
  const url = await serve(mirror);
  await expect(ourFetch(url, { method: 'DELETE' })).rejects.toMatchObject({ code: 'INTERNAL' });
});
