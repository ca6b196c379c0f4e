import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WebAnswer } from '../workspace.ts';
import { createLocalWeb, type LocalWebParts } from './create-local-web.ts';

let port = 0;
let asked: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
const at = (path: string, host = '127.0.0.1'): string => `http://${host}:${port}${path}`;

/** The content type, optionally followed by an encoding. */
function send(response: ServerResponse, types: string, body: string | Uint8Array): void {
  const [type = '', encoding] = types.split(' as ');
  const headers = { 'content-type': type, ...(encoding === undefined ? {} : { 'content-encoding': encoding }) };
  response.writeHead(200, type === '' ? {} : headers).end(body);
}
const redirect = (response: ServerResponse, location: string): void => {
  response.writeHead(302, { location }).end();
};
const TEXT = 'plain text';
const routes: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/page': (response) => {
    send(response, 'text/html', '<title>A page</title><h1>Hi</h1><p>there <a href=x>x</a></p>');
  },
  '/text': (response) => {
    send(response, 'text/plain', TEXT);
  },
  '/json': (response) => {
    send(response, 'application/vnd.api+json', '{"a":1}');
  },
  '/untyped': (response) => {
    send(response, '', '<html><body>sniffed</body></html>');
  },
  '/latin': (response) => {
    send(response, 'text/plain; charset=ISO-8859-1', Buffer.from([0xe9, 0x74, 0xe9]));
  },
  '/meta': (response) => {
    send(response, 'text/html', Buffer.from('<meta charset="windows-1251"><p>\u00cf\u00f0', 'latin1'));
  },
  '/strange': (response) => {
    send(response, 'text/plain; charset=klingon', TEXT);
  },
  '/gzip': (response) => {
    send(response, 'text/plain as gzip', gzipSync(TEXT));
  },
  '/br': (response) => {
    send(response, 'text/plain as br', brotliCompressSync(TEXT));
  },
  '/deflate': (response) => {
    send(response, 'text/plain as deflate', deflateSync(TEXT));
  },
  '/bomb': (response) => {
    send(response, 'text/plain as gzip', gzipSync(Buffer.alloc(50_000_000, 97)));
  },
  '/packed': (response) => {
    send(response, 'text/plain as exotic', 'x');
  },
  '/broken': (response) => {
    send(response, 'text/plain as gzip', 'not gzip');
  },
  '/image': (response) => {
    send(response, 'image/png', 'x');
  },
  '/binary': (response) => {
    send(response, '', Buffer.from([1, 0, 2]));
  },
  '/cookie': (response) => {
    response.writeHead(302, { location: '/text', 'set-cookie': 'a=b' }).end();
  },
  '/loop': (response) => {
    redirect(response, '/loop');
  },
  '/away': (response) => {
    redirect(response, 'https://8.8.8.8/x');
  },
  '/inside': (response) => {
    redirect(response, 'http://169.254.169.254/latest/meta-data');
  },
  '/file': (response) => {
    redirect(response, 'file:///etc/passwd');
  },
  '/hang': () => {},
};
const server = createServer((request, response) => {
  asked.push({ path: request.url ?? '', headers: request.headers });
  const route = routes[request.url ?? ''];
  if (route === undefined) response.writeHead(404).end();
  else route(response);
});
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  await new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });
});
beforeEach(() => {
  asked = [];
});

async function get(url: string, parts: LocalWebParts = {}, signal?: AbortSignal): Promise<WebAnswer> {
  const web = createLocalWeb({ allowedHosts: [`127.0.0.1:${port}`], ...parts });
  return await web.fetch({ url, signal: signal ?? new AbortController().signal });
}

test('fetches a page as Markdown', async () => {
  expect(await get(at('/page'))).toEqual({
    ok: true,
    page: {
      url: at('/page'),
      finalUrl: at('/page'),
      type: 'text/html',
      title: 'A page',
      text: `# Hi\n\nthere [x](${at('/x')})`,
      isCut: false,
    },
  });
});

test.each([
  ['/text', TEXT],
  ['/json', '{"a":1}'],
  ['/untyped', 'sniffed'],
  ['/latin', 'été'],
  ['/meta', 'Пр'],
  ['/strange', TEXT],
  ['/gzip', TEXT],
  ['/br', TEXT],
  ['/deflate', TEXT],
])('reads %s as text', async (path, text) => {
  expect(await get(at(path))).toMatchObject({ ok: true, page: { text, isCut: false } });
});

test('cuts a response that unpacks to too much', async () => {
  const answer = await get(at('/bomb'));
  expect(answer.ok && [answer.page.text.length, answer.page.isCut]).toEqual([5_000_000, true]);
});

test.each([
  ['/image', 'web_unreadable'],
  ['/binary', 'web_unreadable'],
  ['/packed', 'web_unreadable'],
  ['/broken', 'web_failed'],
  ['/none', 'web_status'],
  ['/loop', 'web_failed'],
  ['/away', 'web_redirected'],
  ['/inside', 'url_refused'],
  ['/file', 'url_refused'],
])('answers %s with %s', async (path, errorType) => {
  expect(await get(at(path))).toMatchObject({ ok: false, errorType });
});

test('follows a redirect within a site, without the cookie that it sets', async () => {
  expect(await get(at('/cookie'))).toMatchObject({ ok: true, page: { url: at('/cookie'), finalUrl: at('/text') } });
  expect(asked.map(({ path }) => path)).toEqual(['/cookie', '/text']);
  expect(asked[1]?.headers).not.toHaveProperty('cookie');
});

test('refuses this machine unless it is allowed', async () => {
  expect(await get(at('/text'), { allowedHosts: [] })).toMatchObject({ ok: false, errorType: 'url_refused' });
  expect(await get(at('/text'), { allowedHosts: ['127.0.0.1:1'] })).toMatchObject({ ok: false });
  expect(asked).toEqual([]);
});

test('resolves a name once and connects to the address that was checked', async () => {
  const looks: string[] = [];
  const resolve = async (host: string): Promise<readonly string[]> => {
    looks.push(host);
    return ['127.0.0.1'];
  };
  const allowedHosts = [`a.example:${port}`];
  expect(await get(at('/text', 'a.example'), { resolve, allowedHosts })).toMatchObject({ ok: true });
  expect([looks, asked[0]?.headers.host]).toEqual([['a.example'], `a.example:${port}`]);
});

test('refuses a name if one of its addresses is private', async () => {
  const resolve = async (): Promise<readonly string[]> => ['8.8.8.8', '10.0.0.1'];
  expect(await get('http://a.example/', { resolve })).toEqual({
    ok: false,
    errorType: 'url_refused',
    text: 'http://a.example/ was not fetched: a.example resolves to 10.0.0.1, a private network.',
  });
});

test.each(['http://a.example:22/', 'http://localhost./', 'http://printer/', 'http://x.internal/'])(
  'refuses %s before resolving it',
  async (url) => {
    let looks = 0;
    const resolve = async (): Promise<readonly string[]> => {
      looks += 1;
      return ['8.8.8.8'];
    };
    expect(await get(url, { resolve })).toMatchObject({ ok: false, errorType: 'url_refused' });
    expect(looks).toBe(0);
  },
);

test('reports a name without an address', async () => {
  const answer = await get('http://a.example/', { resolve: async () => [] });
  expect(answer).toMatchObject({ ok: false, text: 'http://a.example/ was not fetched: a.example has no address.' });
});

test('ends a fetch that is stopped while waiting for a response or for an address', async () => {
  const stop = new AbortController();
  const waiting = get(at('/hang'), {}, stop.signal);
  await expect.poll(() => asked.length).toBe(1);
  stop.abort();
  expect(await waiting).toMatchObject({ ok: false, errorType: 'aborted' });
  const never = { resolve: () => new Promise<never>(() => {}) };
  expect(await get('http://a.example/', never, AbortSignal.abort())).toMatchObject({ errorType: 'aborted' });
});
