import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttp } from '@bowline/models';
import { answer, openModelServer } from '@bowline/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { setUpModels, type HostModels } from '../models/set-up-models.ts';
import { resolveCitations } from './resolve-citations.ts';

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let home = '';
let host = '';
let asked: Asked[] = [];
let reply = { status: 200, body: '{}' };
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (bytes: Buffer) => (body += bytes.toString()));
  request.on('end', () => {
    const { method = '', url = '', headers } = request;
    asked.push({ method, url, headers, body });
    if (url.startsWith('/hang')) return;
    if (url.startsWith('/to/')) response.writeHead(302, { location: decodeURIComponent(url.slice(4)) }).end();
    else response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
  });
});
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });
});
beforeEach(() => {
  asked = [];
  reply = { status: 200, body: '{}' };
  home = mkdtempSync(join(tmpdir(), 'bowline-'));
  mkdirSync(join(home, '.bowline'));
});
afterEach(() => {
  rmSync(home, { recursive: true });
});
const { signal } = new AbortController();

function setUp(settings: object, env: Record<string, string> = {}): HostModels {
  writeFileSync(join(home, '.bowline/settings.json'), JSON.stringify(settings));
  return setUpModels({ env, home, bowlineHome: join(home, '.bowline') });
}

test('searches with Gemini if there is a Gemini key', async () => {
  const groundingMetadata = {
    groundingChunks: [{ web: { title: 'knots.example', uri: 'https://knots.example/' } }],
    groundingSupports: [{ segment: { endIndex: 7 }, groundingChunkIndices: [0] }],
  };
  const gemini = await openModelServer([answer.grounded('A knot.', groundingMetadata)]);
  try {
    const { webSearch } = setUp({}, { GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: gemini.url });
    expect(await webSearch?.('bowline', signal)).toEqual({
      text: 'A knot.[1]',
      sources: [{ title: 'knots.example', url: 'https://knots.example/' }],
    });
    expect(gemini.requests.map(({ body }) => body)).toMatchObject([{ tools: [{ googleSearch: {} }] }]);
    expect(gemini.faults).toEqual([]);
  } finally {
    await gemini.close();
  }
});

test.each([
  ['no key for Gemini', {}, {}],
  ['none wanted', { webSearch: { provider: 'none' } }, { GEMINI_API_KEY: 'k' }],
  ['no key for the engine', { webSearch: { provider: 'brave' } }, { GEMINI_API_KEY: 'k' }],
])('has no search engine with %s', (_, settings, env) => {
  expect(setUp(settings, env).webSearch).toBeUndefined();
});

test('rejects an engine without a URL as invalid settings', () => {
  expect(() => setUp({ webSearch: { provider: 'searxng' } })).toThrow('webSearch: searxng needs a url');
});

const engines = [
  {
    provider: 'brave',
    body: { web: { results: [{ title: 'T', url: 'https://t.example/', description: 'about t' }, { url: 'x' }] } },
    sent: { method: 'GET', url: '/find?count=10&q=a+b', body: '', headers: { 'x-subscription-token': 'secret' } },
    text: '[1] T: about t',
  },
  {
    provider: 'tavily',
    body: { answer: 'It is t.', results: [{ title: 'T', url: 'https://t.example/', content: 'about t' }] },
    sent: {
      method: 'POST',
      url: '/find',
      body: '{"max_results":10,"include_answer":true,"query":"a b"}',
      headers: { authorization: 'Bearer secret' },
    },
    text: 'It is t.\n\n[1] T: about t',
  },
  {
    provider: 'searxng',
    body: { results: [{ title: 'T', url: 'https://t.example/', content: 'about t' }] },
    sent: { method: 'GET', url: '/find?format=json&q=a+b', body: '' },
    text: '[1] T: about t',
  },
];
test.each(engines)('calls $provider with its own parameters', async ({ provider, body, sent, text }) => {
  reply = { status: 200, body: JSON.stringify(body) };
  const webSearch = { provider, url: `http://${host}/find`, apiKeyEnv: 'KEY' };
  const models = setUp({ webSearch }, { KEY: 'secret' });
  expect(await models.webSearch?.('a b', signal)).toEqual({
    text,
    sources: [{ title: 'T', url: 'https://t.example/' }],
  });
  expect(asked).toMatchObject([sent]);
  expect(models.secrets).toContain('secret');
});

test.each([
  [500, '{}', 'The search engine searxng answered with 500'],
  [200, 'oops', 'The search engine searxng sent a response that is not JSON'],
])('reports an engine that responds with %s %s', async (status, body, message) => {
  reply = { status, body };
  const { webSearch } = setUp({ webSearch: { provider: 'searxng', url: `http://${host}/` } });
  await expect(webSearch?.('x', signal)).rejects.toThrow(message);
});

test("replaces Google's redirects with source URLs, without contacting the sources or waiting for slow replies", async () => {
  const http = createHttp({ env: {} });
  const at = (path: string): { readonly title: string; readonly url: string } => ({
    title: 't',
    url: `http://${host}${path}`,
  });
  const source = `http://${host}/source`;
  const sources = [at(`/to/${encodeURIComponent(source)}`), at('/hang'), at('/to/file:%2F%2F%2Fetc'), at('/none')];
  const other = { title: 'o', url: 'https://other.example/x' };
  const urls = (await resolveCitations([...sources, other], { http, signal, redirector: host })).map(({ url }) => url);
  expect(urls).toEqual([source, ...sources.slice(1).map(({ url }) => url), other.url]);
  expect(asked.map(({ url }) => url)).not.toContain('/source');
  expect(asked).toHaveLength(4);
});
