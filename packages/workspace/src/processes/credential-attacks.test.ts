import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { SITE, TOKEN, TokenLab } from '../../../../tests/tools/token-lab.ts';
import { BREAK_OFF, SEND_RAW } from '../../../../tests/tools/send-raw.ts';
import { readAddress } from './supervisor-address.ts';

const slow = { timeout: 60_000 };
const patient = { timeout: 10_000, interval: 5 };
let lab: TokenLab;
let port = 0;
/** The bytes that the site received, and the requests that it parsed from them. */
let received = '';
let asked: string[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  lab = new TokenLab();
  writeFileSync(join(lab.workspace, 'send-raw.mjs'), SEND_RAW);
  port = await lab.openRecordedSite(
    (request, response) => {
      asked.push(`${request.method ?? ''} ${request.headers.host ?? ''} ${request.url ?? ''}`);
      answer(request, response);
    },
    (bytes) => (received += bytes),
  );
});
beforeEach(() => {
  [received, asked] = ['', []];
  answer = (request, response) => {
    request.resume().on('end', () => response.end('page'));
  };
});
afterAll(async () => {
  lab.close();
  await vi.waitUntil(() => readAddress(lab.stateFolder) === undefined, patient);
  lab.remove();
});

const lines = (...all: readonly string[]): string => `${all.join('\r\n')}\r\n\r\n`;
const host = (): string => `Host: ${SITE}:${port}`;
const as = 'Authorization: Bearer $T';
const last = 'Connection: close';

/** Sends bytes over one connection to the site, with the placeholder for `$T`. Returns the response. */
async function send(raw: string, { servername = '', target = `${SITE}:${port}` } = {}): Promise<string> {
  const encoded = Buffer.from(raw, 'latin1').toString('base64');
  const end = await lab.runWith(`NODE_NO_WARNINGS=1 node send-raw.mjs ${target} ${encoded} ${servername}`, port);
  return end.head;
}

/** What the site received, without the authorization header. */
const besides = (): string =>
  received.replaceAll(`authorization: Bearer ${TOKEN}\r\n`, '').replaceAll(/^Authorization: Bearer npm_4.*\r\n/gm, '');

test('puts the token in the header of a valid request, and nowhere else', slow, async () => {
  const said = await send(lines('GET /right HTTP/1.1', host(), as, last));
  expect(said).toContain('page');
  expect(asked).toEqual([`GET ${SITE}:${port} /right`]);
  expect(received).toContain(`Bearer ${TOKEN}`);
});

describe('does not insert the token into', slow, () => {
  test.each<[string, () => string]>([
    ['into an address', () => lines('GET /$T?token=$T HTTP/1.1', host(), as, last)],
    ['into a body', () => `${lines('POST / HTTP/1.1', host(), as, last, 'Content-Length: 42')}t=$T`],
    [
      'into a chunk',
      () => lines('POST / HTTP/1.1', host(), as, last, 'Transfer-Encoding: chunked', '', '28', '$T', '0'),
    ],
    [
      'into what follows a body',
      () =>
        lines(
          'POST / HTTP/1.1',
          host(),
          as,
          last,
          'Trailer: Authorization',
          'Transfer-Encoding: chunked',
          '',
          '1',
          'a',
          '0',
          'Authorization: Bearer $T',
        ),
    ],
    [
      'into headers of other kinds',
      () =>
        lines(
          'GET / HTTP/1.1',
          host(),
          as,
          last,
          'User-Agent: $T',
          'Cookie: a=$T',
          'Origin: $T',
          'X-Forwarded-For: $T',
          'Referer: $T',
          'If-None-Match: $T',
        ),
    ],
    [
      'into a part of a value',
      () => lines('GET / HTTP/1.1', host(), last, 'Authorization: Bearer x$T', 'X-Api-Key: $T $T'),
    ],
    ['into a header that is folded', () => lines('GET / HTTP/1.1', host(), last, 'X-Other: a', ` ${as}`)],
    ['into the name of a header', () => lines('GET / HTTP/1.1', host(), as, last, '$T: a')],
  ])('%s', async (_, raw) => {
    await send(raw());
    expect(besides()).not.toContain(TOKEN);
    // Some are refused earlier. The others arrive with the placeholder.
    if (asked.length > 0) expect(received).toMatch(/npm_/);
  });
});

describe('does not forward', slow, () => {
  const request = (...more: readonly string[]): string => lines('GET /attack HTTP/1.1', as, last, ...more);
  test.each<[string, () => string]>([
    ['that is for another host', () => request('Host: other.test')],
    ['that is for another port', () => request(`Host: ${SITE}:1`)],
    ['that has two hosts', () => request(host(), 'Host: other.test')],
    ['that has its host in the first line', () => lines(`GET https://other.test/attack HTTP/1.1`, host(), as, last)],
    [
      'that has its own host in the first line',
      () => lines(`GET https://${SITE}:${port}/attack HTTP/1.1`, host(), as, last),
    ],
    [
      'that asks for another protocol',
      () => lines('GET /attack HTTP/1.1', host(), as, 'Connection: Upgrade', 'Upgrade: websocket'),
    ],
    ['that asks for a tunnel', () => lines(`CONNECT ${SITE}:${port} HTTP/1.1`, host(), as)],
    ['that has its headers sent back', () => lines('TRACE /attack HTTP/1.1', host(), as, last)],
    ['that has two lengths', () => `${request(host(), 'Content-Length: 3', 'Content-Length: 4')}abc`],
    [
      'that has a length and chunks',
      () => `${request(host(), 'Content-Length: 3', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    ],
    ['whose chunks are named otherwise', () => `${request(host(), 'Transfer-Encoding: xchunked')}0\r\n\r\n`],
    ['that has the end of a line in a header', () => request(host(), 'X-A: a\nX-B: b').replace('a\nX', 'a\rX')],
    ['that has a space before a colon', () => request(host(), 'Content-Length : 3')],
  ])('%s', async (_, raw) => {
    const said = await send(raw());
    expect([asked, received]).toEqual([[], '']);
    expect(said).toMatch(/HTTP\/1\.1 (?:400|405|421)|issuer: Bowline[^]*closed/);
  });
});

test('checks the second request on a connection like the first', slow, async () => {
  const first = lines('GET /first HTTP/1.1', host(), as);
  const said = await send(first + lines('GET /second HTTP/1.1', 'Host: other.test', as, last));
  expect(asked).toEqual([`GET ${SITE}:${port} /first`]);
  expect(said).toMatch(/page[^]*421/);
  asked = [];
  await send(first + lines('GET /second HTTP/1.1', host(), as, last));
  expect(asked).toEqual([`GET ${SITE}:${port} /first`, `GET ${SITE}:${port} /second`]);
});

test('treats a request inside the body of another as body', slow, async () => {
  const inner = lines('GET /inner HTTP/1.1', host(), as);
  const chunk = (text: string): string => `${(text.length + 38).toString(16)}\r\n${text}\r\n0\r\n\r\n`;
  for (const method of ['GET', 'DELETE', 'POST'])
    await send(`${lines(`${method} /outer HTTP/1.1`, host(), as, last, 'Transfer-Encoding: chunked')}${chunk(inner)}`);
  expect(asked).toEqual(['GET', 'DELETE', 'POST'].map((method) => `${method} ${SITE}:${port} /outer`));
});

describe('replaces the token with the placeholder when a response repeats it', slow, () => {
  const echo: Record<string, typeof answer> = {
    'in a header': (request, response) =>
      response.writeHead(200, { 'X-Echo': request.headers.authorization, Location: `/?${TOKEN}` }).end('echoed'),
    'in its body': (request, response) => response.end(`echoed ${request.headers.authorization ?? ''}`),
    'in base64, at any place': (_, response) =>
      response.end(
        `echoed ${['', 'a', 'ab', 'abc'].map((before) => Buffer.from(`${before}${TOKEN}:x`).toString('base64')).join(' ')}`,
      ),
    'in hexadecimal': (_, response) => response.end(`echoed ${Buffer.from(TOKEN).toString('hex')}`),
    compressed: (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(`echoed ${TOKEN}`)),
    'a byte at a time': (_, response) => {
      response.write('echoed ');
      for (const letter of TOKEN) response.write(letter);
      response.end();
    },
    'in parts, if they were asked for': ({ headers: { range } }, response) =>
      response
        .writeHead(range === undefined ? 200 : 206)
        .end(range === undefined ? `echoed ${TOKEN}` : `echoed ${TOKEN.slice(0, 20)}`),
    'in words for its status': (_, response) => response.writeHead(200, TOKEN).end('echoed'),
  };
  test.each(Object.entries(echo))('%s', async (_, given) => {
    answer = given;
    const said = await send(lines('GET / HTTP/1.1', host(), as, last, 'Accept-Encoding: gzip', 'Range: bytes=0-19'));
    expect(said).toContain('echoed');
    const spelled = [TOKEN, TOKEN.slice(0, 20), Buffer.from(TOKEN).toString('hex'), ...inBase64()];
    expect(spelled.filter((each) => said.includes(each))).toEqual([]);
  });

  /** The part that does not depend on the surrounding bytes. */
  const inBase64 = (): string[] =>
    [0, 1, 2].map((before) =>
      Buffer.from(`${'a'.repeat(before)}${TOKEN}`)
        .toString('base64')
        .slice(4, -4),
    );

  test('does not deliver a response in an encoding that it cannot inspect', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-encoding': 'br' }).end(TOKEN);
    const said = await send(lines('GET / HTTP/1.1', host(), as, last));
    expect(said).toContain('502');
    expect(said).not.toContain(TOKEN);
  });
});

describe('inside the sandbox there is', slow, () => {
  /** A pattern that does not match itself. */
  const pattern = `${TOKEN.slice(0, -1)}[${TOKEN.at(-1) ?? ''}]`;

  test('no key of the authority, and no token in any file or process', async () => {
    const places = '/run /tmp "$HOME" /etc/ssl/certs/ca-certificates.crt /proc/[0-9]*/environ /proc/[0-9]*/cmdline';
    const line = [
      `grep -rls -- "${pattern}" ${places} && echo BROKEN`,
      'grep -rl "PRIVATE KEY" /run "$HOME" && echo BROKEN',
      'grep -c "BEGIN CERT" /run/bowline-authority.pem',
      'ls -d /proc/[0-9]* | wc -l',
      'echo x >>/run/bowline-authorities.pem || echo read-only',
      `grep -rls "SITE_TOKEN=npm_" /proc/self/environ`,
    ].join('; ');
    const end = await lab.runWith(line, port);
    expect(end.head).not.toContain('BROKEN');
    expect(end.head).toMatch(/^2\n\d\n[^]*read-only\n\/proc\/self\/environ\n$/);
  });

  test('no certificate for any other name, whatever a client requests', async () => {
    const raw = lines('GET / HTTP/1.1', host(), as, last);
    expect(await send(raw, { servername: 'registry.example.com' })).toMatch(/^error: Hostname\/IP does not match/);
    expect(asked).toEqual([]);
  });
});

test('no token in plain HTTP to the site, directly or through the proxy', slow, async () => {
  let seen = '';
  const plain = await lab.listen(
    createServer(({ headers, url = '' }, response) => {
      seen += `${url} ${headers.authorization ?? ''}\n`;
      response.end();
    }),
  );
  const header = '-H "Authorization: Bearer $SITE_TOKEN"';
  const urls = [`http://${SITE}:${plain}/a`, `--proxytunnel http://${SITE}:${plain}/b`, `http://${SITE}:${port}/c`];
  const line = urls.map((url) => `curl -sS ${header} ${url}`).join('; ');
  await lab.runWith(line, port, { hosts: [`${SITE}:${plain}`] });
  expect(seen).toMatch(/^\/a Bearer npm_\w{36}\n\/b Bearer npm_\w{36}\n$/);
  expect(seen).not.toContain(TOKEN);
  expect(asked).toEqual([]);
});

test('keeps working when clients and the site disconnect at any point', slow, async () => {
  answer = (request, response) => {
    if (request.url !== '/broken') response.end('page');
    else response.write('half', () => request.socket.destroy());
  };
  writeFileSync(join(lab.workspace, 'break-off.mjs'), BREAK_OFF);
  const get = `curl -sS -H "Authorization: Bearer $SITE_TOKEN" https://${SITE}:${port}`;
  const line = `${get}/broken; NODE_NO_WARNINGS=1 node break-off.mjs ${SITE}:${port}; echo; ${get}/whole`;
  const end = await lab.runWith(line, port);
  expect(end.head).toMatch(/half[^]*broken off: 48\n+page$/);
  expect(asked).toContain(`GET ${SITE}:${port} /whole`);
  // It is still the same process.
  expect((await lab.runWith(`${get}/again`, port)).head).toBe('page');
});
