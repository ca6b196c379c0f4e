import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEgressProxy, type EgressDecision } from './create-egress-proxy.ts';

const run = promisify(execFile);
let site: Server;
let proxy: Server;
let decisions: EgressDecision[] = [];
let asked: string[] = [];
let rules: string[] = [];
let looked: string[] = [];
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

beforeEach(async () => {
  [decisions, asked, rules, looked] = [[], [], [], []];
  site = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.headers.host ?? ''}${request.url ?? ''}`);
    request.pipe(response);
    if (request.method === 'GET') response.end('page');
  });
  proxy = createEgressProxy({
    rules: () => rules,
    privateHosts: new Set(['site.test']),
    lookup: async (host) => {
      looked.push(host);
      return host === 'nowhere.test' ? undefined : '127.0.0.1';
    },
    onDecision: (decision) => decisions.push(decision),
  });
  for (const server of [site, proxy]) await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  for (const server of [site, proxy]) {
    server.close();
    server.closeAllConnections();
  }
});

/** Runs curl as a program in a sandbox would use it. */
async function curl(...args: readonly string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], http_proxy: `http://127.0.0.1:${portOf(proxy)}` };
  const { stdout } = await run('curl', ['-s', ...args], { env });
  return stdout;
}

test('a listed host is reached by plain HTTP and through a tunnel, at the address that was resolved once', async () => {
  rules = [`site.test:${portOf(site)}`];
  const url = `http://site.test:${portOf(site)}/a?b=c`;
  expect(await curl(url)).toBe('page');
  expect(await curl('-d', 'body', url)).toBe('body');
  expect(await curl('--proxytunnel', url)).toBe('page');
  expect(asked).toEqual(['GET', 'POST', 'GET'].map((method) => `${method} site.test:${portOf(site)}/a?b=c`));
  expect(looked).toEqual(['site.test', 'site.test', 'site.test']);
  expect(decisions.map(({ outcome }) => outcome)).toEqual(['allowed', 'allowed', 'allowed']);
});

test('a host that is allowed later can then be reached', async () => {
  const url = `http://site.test:${portOf(site)}/`;
  expect(await curl(url)).toContain('is not on the list of this session');
  rules = [`site.test:${portOf(site)}`];
  expect(await curl(url)).toBe('page');
});

test.each([
  ['other.test', 'not_listed'],
  ['127.0.0.1', 'not_listed'],
  ['private.test', 'private_address'],
  ['nowhere.test', 'unknown_host'],
  ['2130706433', 'not_listed'],
])('%s is refused as %s, by plain HTTP and through a tunnel, without a connection', async (host, outcome) => {
  rules = [`private.test:${portOf(site)}`, `nowhere.test:${portOf(site)}`];
  const url = `http://${host}:${portOf(site)}/`;
  expect(await curl(url)).toContain("Bowline's sandbox refused");
  await expect(curl('-f', '--proxytunnel', url)).rejects.toThrow();
  expect(decisions.map((each) => each.outcome)).toEqual([outcome, outcome]);
  expect(asked).toEqual([]);
});

test('a Host header for another site does not reach that site', async () => {
  rules = [`site.test:${portOf(site)}`];
  await curl('-H', 'Host: other.test', `http://site.test:${portOf(site)}/`);
  expect(asked).toEqual([`GET site.test:${portOf(site)}/`]);
});

test.each([
  'GET / HTTP/1.1\r\nHost: site.test\r\n\r\n',
  'CONNECT evil\0.site.test:80 HTTP/1.1\r\n\r\n',
  'CONNECT site.test HTTP/1.1\r\n\r\n',
])('%j gets an error response', async (raw) => {
  rules = ['site.test', '*.site.test'];
  const socket = connect(portOf(proxy), '127.0.0.1');
  socket.end(raw);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 (400|403)/);
  expect(asked).toEqual([]);
});

test('a body without a length stays the body of its request, for any method', async () => {
  rules = [`site.test:${portOf(site)}`];
  const inner = 'GET /inner HTTP/1.1\r\nHost: other.test\r\n\r\n';
  const url = `http://site.test:${portOf(site)}/outer`;
  for (const method of ['DELETE', 'OPTIONS', 'POST'])
    expect(await curl('-X', method, '-H', 'Transfer-Encoding: chunked', '-d', inner, url)).toBe(inner);
  expect(asked).toHaveLength(3);
});
