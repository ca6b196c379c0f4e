import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, createServer as createSilentServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { createHttp, type Http } from './create-http.ts';
import { readText } from './read-text.ts';

const opened: Server[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) {
    if (!server.listening) continue;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

async function listen(server: Server): Promise<number> {
  opened.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const never = new AbortController().signal;
const { key, cert } = selfSigned('model.test');
const credentials = { key, cert };

/** A server that records its requests. Only the proxies of these tests can resolve its name. */
async function openTarget(kind: 'http' | 'https'): Promise<{ readonly url: string; seen: string[] }> {
  const seen: string[] = [];
  const answer = (request: IncomingMessage, response: { end(text: string): void }): void => {
    void readText(request).then((body) => {
      seen.push(`${request.method ?? ''} ${request.url ?? ''} ${request.headers.host ?? ''} ${body}`);
      response.end(`heard ${String(request.headers['proxy-authorization'])}`);
    });
  };
  const server = kind === 'http' ? createServer(answer) : createSecureServer(credentials, answer);
  return { url: `${kind}://model.test:${await listen(server)}`, seen };
}

interface ProxyOptions {
  readonly isSecure?: boolean;
  readonly password?: string;
  readonly refuse?: number;
  readonly onConnect?: (socket: Duplex) => void;
}

/** A real proxy that resolves every name to this machine. */
async function openProxy(options: ProxyOptions = {}): Promise<{ readonly host: string; seen: string[] }> {
  const { isSecure = false, password, refuse, onConnect } = options;
  const seen: string[] = [];
  const server = isSecure ? createSecureServer(credentials) : createServer();
  const wanted = password === undefined ? undefined : `Basic ${Buffer.from(password).toString('base64')}`;
  const statusOf = (request: IncomingMessage): number => {
    seen.push(`${request.method ?? ''} ${request.url ?? ''}`);
    return refuse ?? (request.headers['proxy-authorization'] === wanted ? 200 : 407);
  };
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => {});
    const status = statusOf(request);
    if (onConnect !== undefined) {
      onConnect(socket);
      return;
    }
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 6\r\n\r\nsecret`);
      return;
    }
    const upstream: Socket = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(upstream).pipe(socket);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
  });
  server.on('request', (request, response) => {
    const status = statusOf(request);
    if (status !== 200) {
      response.writeHead(status).end('secret');
      return;
    }
    const { port } = new URL(request.url ?? '');
    const { 'proxy-authorization': _, ...headers } = request.headers;
    void readText(request).then(async (text) => {
      const http = createHttp({ env: {} });
      const path = new URL(request.url ?? '');
      const passed = await http.post({
        url: `http://127.0.0.1:${port}${path.pathname}${path.search}`,
        headers: { host: String(headers.host) },
        body: [Buffer.from(text)],
        signal: never,
      });
      passed.pipe(response);
    });
  });
  return { host: `127.0.0.1:${await listen(server)}`, seen };
}

const ask = async (http: Http, url: string): Promise<string> =>
  await readText(await http.post({ url, body: [Buffer.from('q')], signal: never }));

describe('a plain HTTP server', () => {
  test('is requested by its full URL', async () => {
    const [target, proxy] = [await openTarget('http'), await openProxy()];
    const http = createHttp({ env: { HTTP_PROXY: proxy.host } });
    expect(await ask(http, `${target.url}/a?b=c#d`)).toBe('heard undefined');
    expect(proxy.seen).toEqual([`POST ${target.url}/a?b=c`]);
    expect(target.seen).toEqual([`POST /a?b=c ${new URL(target.url).host} q`]);
    expect(http.proxyFor(target.url)).toBe(`http://${proxy.host}`);
  });

  test('is reachable with a password, which only the proxy sees', async () => {
    const [target, proxy] = [await openTarget('http'), await openProxy({ password: 'me:p@ss' })];
    const http = createHttp({ env: { HTTP_PROXY: `http://me:p%40ss@${proxy.host}` } });
    expect(await ask(http, target.url)).toBe('heard undefined');
  });

  test('is not reachable without the password', async () => {
    const [target, proxy] = [await openTarget('http'), await openProxy({ password: 'me:secret' })];
    const http = createHttp({ env: { HTTP_PROXY: `http://me:wrong@${proxy.host}` } });
    await expect(ask(http, target.url)).rejects.toMatchObject({ code: 'MODEL_UNREACHABLE', details: { status: 407 } });
    expect(target.seen).toEqual([]);
  });
});

describe.each([false, true])('an HTTPS server behind a proxy (proxy TLS: %s)', (isSecure) => {
  const schemeAnd = (rest: string): string => `${isSecure ? 'https' : 'http'}://${rest}`;
  /** The certificate of these tests is for a name, so the proxy needs that name too. */
  const named = (host: string): string => (isSecure ? host.replace('127.0.0.1', 'localhost') : host);

  test('is reached by CONNECT, and the tunnel is reused', async () => {
    const [target, proxy] = [await openTarget('https'), await openProxy({ isSecure })];
    const http = createHttp({ env: { HTTPS_PROXY: schemeAnd(named(proxy.host)) }, ca: cert });
    expect(await ask(http, `${target.url}/a`)).toBe('heard undefined');
    expect(await ask(http, `${target.url}/b`)).toBe('heard undefined');
    expect(proxy.seen).toEqual([`CONNECT ${new URL(target.url).host}`]);
    expect(target.seen).toHaveLength(2);
  });

  test('gets the request again when it closes a reused tunnel', async () => {
    const used = new WeakSet<Socket>();
    const server = createSecureServer(credentials, (request, response) => {
      if (used.has(request.socket)) request.socket.destroy();
      else response.end('ok');
      used.add(request.socket);
    });
    const [url, proxy] = [`https://model.test:${await listen(server)}`, await openProxy({ isSecure })];
    const http = createHttp({ env: { HTTPS_PROXY: schemeAnd(named(proxy.host)) }, ca: cert });
    expect([await ask(http, url), await ask(http, url)]).toEqual(['ok', 'ok']);
    expect(proxy.seen).toHaveLength(2);
  });

  test('is reachable with a password, which only the proxy sees', async () => {
    const [target, proxy] = [await openTarget('https'), await openProxy({ isSecure, password: 'me:p@ss' })];
    const http = createHttp({ env: { ALL_PROXY: schemeAnd(`me:p%40ss@${named(proxy.host)}`) }, ca: cert });
    expect(await ask(http, target.url)).toBe('heard undefined');
  });
});

describe('an error of a proxy', () => {
  test.each([
    [407, false],
    [403, false],
    [502, true],
  ])('with status %s is not a response of the server, and shows no password', async (status, retryable) => {
    const [target, proxy] = [await openTarget('https'), await openProxy({ refuse: status })];
    const http = createHttp({ env: { https_proxy: `http://me:hidden@${proxy.host}` }, ca: cert });
    const thrown: unknown = await ask(http, target.url).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: 'MODEL_UNREACHABLE', retryable, details: { status } });
    const { message, hint } = thrown as { message: string; hint: string };
    expect(message).toContain(proxy.host);
    expect(message + hint).not.toMatch(/hidden|secret/);
    expect(http.proxyFor(target.url)).toBe(`http://${proxy.host}`);
  });

  test('that does not listen is a network error', async () => {
    const proxy = await openProxy();
    opened[0]?.close();
    const http = createHttp({ env: { ALL_PROXY: `http://me:hidden@${proxy.host}` } });
    for (const url of ['https://model.test', 'http://model.test']) {
      const thrown = await ask(http, url).catch((error: unknown) => error as Error);
      expect(thrown).toMatchObject({ code: 'ECONNREFUSED' });
      expect(String(thrown)).not.toContain('hidden');
    }
  });

  test('with an untrusted certificate is reported', async () => {
    const [target, proxy] = [await openTarget('https'), await openProxy()];
    const http = createHttp({ env: { ALL_PROXY: proxy.host } });
    await expect(ask(http, target.url)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  test('with an unsupported type is reported before anything is sent', async () => {
    const http = createHttp({ env: { ALL_PROXY: 'socks5://me:hidden@p.test' } });
    await expect(ask(http, 'https://model.test')).rejects.toMatchObject({ code: 'MODEL_UNREACHABLE' });
    expect(http.proxyFor('https://model.test')).toBe('socks5://p.test');
  });
});

test('connects directly to hosts in NO_PROXY, where these tests have no server', async () => {
  const proxy = await openProxy();
  const http = createHttp({ env: { HTTPS_PROXY: proxy.host, NO_PROXY: '.model.test' } });
  const asked = http.get({ url: 'https://model.test', signal: AbortSignal.timeout(100) });
  await expect(asked).rejects.toThrow();
  expect([proxy.seen, http.proxyFor('https://model.test')]).toEqual([[], undefined]);
});

test('requests to this machine never use a proxy', async () => {
  const [target, proxy] = [await openTarget('http'), await openProxy()];
  const http = createHttp({ env: { ALL_PROXY: proxy.host } });
  expect(await ask(http, target.url.replace('model.test', '127.0.0.1'))).toBe('heard undefined');
  expect(proxy.seen).toEqual([]);
});

describe('an abort', () => {
  test.each([false, true])('during a connect ends the wait and the socket (TLS: %s)', async (isSecure) => {
    const stop = new AbortController();
    const closed = Promise.withResolvers<undefined>();
    const proxy = await openProxy({
      isSecure,
      onConnect: (socket) => {
        socket.resume().on('end', () => {
          socket.destroy();
          closed.resolve(undefined);
        });
        stop.abort();
      },
    });
    const origin = `${isSecure ? 'https' : 'http'}://${proxy.host.replace('127.0.0.1', 'localhost')}`;
    const http = createHttp({ env: { ALL_PROXY: origin }, ca: cert });
    const asked = http.post({ url: 'https://model.test', body: [], signal: stop.signal });
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    await closed.promise;
  });

  test('while a proxy does not respond ends the wait and the socket', async () => {
    const stop = new AbortController();
    const closed = Promise.withResolvers<undefined>();
    const silent = createSilentServer((socket) => {
      socket.resume().on('close', () => {
        closed.resolve(undefined);
      });
      socket.on('error', () => {});
      stop.abort();
    });
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const http = createHttp({ env: { ALL_PROXY: `https://127.0.0.1:${(silent.address() as AddressInfo).port}` } });
    const asked = http.post({ url: 'https://model.test', body: [], signal: stop.signal });
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    await closed.promise;
    silent.close();
  });

  test('of the request that opened a tunnel keeps the tunnel for the next one', async () => {
    const [target, proxy] = [await openTarget('https'), await openProxy()];
    const http = createHttp({ env: { ALL_PROXY: proxy.host }, ca: cert });
    const stop = new AbortController();
    await readText(await http.get({ url: target.url, signal: stop.signal }));
    stop.abort();
    expect(await ask(http, target.url)).toBe('heard undefined');
    expect(proxy.seen).toHaveLength(1);
  });
});

/**
 * Creates a certificate for a name and for localhost by hand: Node cannot create one, and a stored one would expire.
 */
function selfSigned(name: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const der = (tag: number, ...content: readonly Uint8Array[]): Buffer => {
    const body = Buffer.concat(content);
    const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
    return Buffer.concat([Buffer.from([tag, ...size]), body]);
  };
  const hex = (text: string): Buffer => Buffer.from(text, 'hex');
  const [sequence, set, octets] = [0x30, 0x31, 0x04];
  const algorithm = der(sequence, hex('06082a8648ce3d040302')); // ECDSA with SHA-256
  const subject = der(sequence, der(set, der(sequence, hex('0603550403'), der(0x0c, Buffer.from(name)))));
  const date = (text: string): Buffer => der(0x18, Buffer.from(text));
  const names = [name, 'localhost'].map((text) => der(0x82, Buffer.from(text)));
  const alternatives = der(sequence, hex('0603551d11'), der(octets, der(sequence, ...names)));
  const body = der(
    sequence,
    hex('a003020102'), // version 3
    hex('020101'),
    algorithm,
    subject,
    der(sequence, date('20200101000000Z'), date('21200101000000Z')),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(sequence, alternatives)),
  );
  const signature = der(0x03, hex('00'), sign('sha256', body, privateKey));
  const encoded = der(sequence, body, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${encoded}\n-----END CERTIFICATE-----\n`,
  };
}
