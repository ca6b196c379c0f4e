import { execFile, type PromiseWithChild } from 'node:child_process';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createPlainServer, type AddressInfo } from 'node:net';
import { release } from 'node:os';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { NetworkAccess } from '../confinement.ts';
import { PROXY_URL } from '../network/proxy-environment.ts';
import type { NetworkPlace } from '../sandbox.ts';
import type { CommandNetwork } from './command-network.ts';
import { CommandNetworks } from './command-networks.ts';
import { detectBubblewrap } from './detect-bubblewrap.ts';

const run = promisify(execFile);
const { pid, execPath, arch: architecture } = process;
let site: Server;
let networks: CommandNetworks;
let opened: CommandNetwork[] = [];
let looked: string[] = [];
const portOf = (): number => (site.address() as AddressInfo).port;

beforeEach(async () => {
  [opened, looked] = [[], []];
  const detected = detectBubblewrap({ architecture, release: release(), uid: process.getuid?.() ?? 0 });
  if (!detected.ok) throw new Error(detected.problem);
  site = createServer((_, response) => response.end('page'));
  await once(site.listen(0, '127.0.0.1'), 'listening');
  networks = new CommandNetworks({
    bubblewrap: detected.found,
    execPath,
    pid,
    lookup: async (host) => {
      looked.push(host);
      return '127.0.0.1';
    },
  });
});
afterEach(() => {
  networks.close();
  for (const network of opened) network.close();
  site.close();
  site.closeAllConnections();
});

async function open(access: Partial<NetworkAccess>): Promise<CommandNetwork> {
  const network = await networks.open({ hosts: [], privateHosts: [], ports: [], ...access });
  if ('problem' in network) throw new Error(network.problem);
  opened.push(network);
  return network;
}

/** Starts a program in the network of a command, but otherwise outside the sandbox. */
function start({ user, net }: NetworkPlace, ...words: readonly string[]): PromiseWithChild<{ stdout: string }> {
  const enter = user === null ? [] : [`--user=${user}`, '--preserve-credentials'];
  const env = { PATH: process.env['PATH'], http_proxy: PROXY_URL };
  return run('nsenter', [...enter, `--net=${net}`, '--', ...words], { env });
}

/** Runs such a program to its end and returns its output. */
async function inside(place: NetworkPlace, ...words: readonly string[]): Promise<string> {
  return (await start(place, ...words)).stdout;
}

test('a name is resolved outside, once per connection, and reached', async () => {
  const network = await open({ hosts: [`site.test:${portOf()}`], privateHosts: ['Site.test'] });
  const url = `http://site.test:${portOf()}/`;
  expect(await inside(network.place, 'curl', '-sS', url)).toBe('page');
  expect(await inside(network.place, 'curl', '-sS', '--proxytunnel', url)).toBe('page');
  expect(looked).toEqual(['site.test', 'site.test']);
  expect(network.record).toEqual({ refused: { unlisted: [], private: [] }, tried: ['site.test'], ports: [] });
});

test('each command reaches only its own hosts', async () => {
  const [one, other] = [await open({ hosts: [`site.test:${portOf()}`], privateHosts: ['site.test'] }), await open({})];
  const url = `http://site.test:${portOf()}/`;
  expect(await inside(one.place, 'curl', '-sS', url)).toBe('page');
  expect(await inside(other.place, 'curl', '-sS', url)).toContain('is not on the list');
  expect(other.record.refused.unlisted).toEqual([`site.test:${portOf()}`]);
  expect(readlinkSync(one.place.net)).not.toBe(readlinkSync(other.place.net));
  expect(readlinkSync(one.place.net)).not.toBe(readlinkSync('/proc/self/ns/net'));
});

test('a spare network is used only once, and is opened in advance', async () => {
  networks.prepare();
  const spares = [await open({}), await open({}), await open({})];
  expect(new Set(spares.map(({ place }) => readlinkSync(place.net))).size).toBe(3);
});

test('a closed network reaches nothing', async () => {
  const network = await open({ hosts: [`site.test:${portOf()}`], privateHosts: ['site.test'] });
  const held = start(network.place, 'sh', '-c', `echo inside; read go; curl -sS http://site.test:${portOf()}/`);
  if (held.child.stdout !== null) await once(held.child.stdout, 'data');
  opened = [];
  network.close();
  held.child.stdin?.end('go\n');
  await expect(held).rejects.toThrow(/Connection refused|Couldn't connect/);
});

test('a client that finishes sending through a tunnel and then waits gets its response', async () => {
  const late = createPlainServer({ allowHalfOpen: true }, (socket) => {
    socket.resume().on('end', () => socket.end('late answer'));
  });
  await once(late.listen(0, '127.0.0.1'), 'listening');
  const at = `site.test:${(late.address() as AddressInfo).port}`;
  const network = await open({ hosts: [at], privateHosts: ['site.test'] });
  const script = `const s = require('net').connect(3128, '127.0.0.1');
    s.write('CONNECT ${at} HTTP/1.1\\r\\n\\r\\n'); s.once('data', () => s.end('all')); s.pipe(process.stdout)`;
  expect(await inside(network.place, execPath, '-e', script)).toMatch(/200 Connection Established[^]*late answer$/);
  late.close();
});

test('there is no network on a machine without nsenter', async () => {
  const detected = detectBubblewrap({ architecture, release: release(), uid: process.getuid?.() ?? 0 });
  if (!detected.ok) throw new Error(detected.problem);
  const none = new CommandNetworks({ bubblewrap: { ...detected.found, nsenter: null }, execPath, pid });
  expect(await none.open({ hosts: [], privateHosts: [], ports: [] })).toHaveProperty('problem');
  none.close();
});

test('reports why a network cannot be opened', async () => {
  const detected = detectBubblewrap({ architecture, release: release(), uid: process.getuid?.() ?? 0 });
  if (!detected.ok) throw new Error(detected.problem);
  const none = new CommandNetworks({ bubblewrap: detected.found, execPath: '/nowhere/node', pid });
  const network = await none.open({ hosts: [], privateHosts: [], ports: [] });
  expect('problem' in network && network.problem).toMatch(/nowhere/);
  none.close();
});

test('limits the number of connections of a command', async () => {
  const network = await open({ hosts: [`site.test:${portOf()}`], privateHosts: ['site.test'] });
  const script = `let [open, closed] = [0, 0];
    const tell = () => { if (open + closed === 600) { console.log(open, closed); process.exit(); } };
    for (let n = 0; n < 600; n++)
      require('net').connect(3128, '127.0.0.1').on('error', () => {})
        .once('data', () => { open += 1; tell(); }).on('close', () => { closed += 1; tell(); })
        .write('CONNECT site.test:${portOf()} HTTP/1.1\\r\\n\\r\\n');`;
  expect(await inside(network.place, execPath, '-e', script)).toBe('512 88\n');
});
