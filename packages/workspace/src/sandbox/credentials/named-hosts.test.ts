import { execFileSync, spawn, type ChildProcessByStdio, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { release, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultLimits, type Confinement } from '../confinement.ts';
import { CommandNetworks } from '../linux/command-networks.ts';
import { createLinuxSandbox } from '../linux/create-linux-sandbox.ts';
import { detectBubblewrap } from '../linux/detect-bubblewrap.ts';
import { Placeholders } from '../linux/placeholders.ts';
import { createAuthority } from './create-authority.ts';

const TOKEN = 'npm_4fJq8ZkT2vXw7LrB9cYd3HsN6mPaQeUgK1oV';
const { pid, execPath, arch } = process;
const path = process.env['PATH'] ?? '';
const slow = { timeout: 60_000 };
let folder = '';
let workspace = '';
let home = '';
let networks: CommandNetworks;
let sites: Server[] = [];
const authority = createAuthority(['site.test', 'other.test']);
const detected = detectBubblewrap({ architecture: arch, release: release(), uid: process.getuid?.() ?? 0 });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-'));
  [workspace, home] = [join(folder, 'work'), join(folder, 'home')];
  for (const each of [workspace, home]) mkdirSync(each);
  writeFileSync(join(folder, 'ca.pem'), authority.certificate);
  if (!detected.ok) throw new Error(detected.problem);
  networks = new CommandNetworks({
    bubblewrap: detected.found,
    execPath,
    pid,
    lookup: async () => '127.0.0.1',
  });
});
afterEach(() => {
  networks.close();
  for (const site of sites) {
    site.close();
    site.closeAllConnections();
  }
  sites = [];
  rmSync(folder, { recursive: true });
});

async function openSite(answer: RequestListener, host = 'site.test'): Promise<number> {
  const site = createServer(authority.issue(host), answer);
  sites.push(site);
  await once(site.listen(0, '127.0.0.1'), 'listening');
  return (site.address() as AddressInfo).port;
}

/** Runs a command with access to some hosts, and with the token at one of them. */
async function run(
  command: string,
  { at, hosts = [at] }: { readonly at: string; readonly hosts?: string[] },
): Promise<string> {
  if (!detected.ok || (arch !== 'x64' && arch !== 'arm64')) throw new Error('there is no sandbox here');
  const access = { hosts, privateHosts: ['site.test', 'other.test'], ports: [] };
  const credentials = [{ host: at, variable: 'SITE_TOKEN', token: TOKEN, authorities: join(folder, 'ca.pem') }];
  const network = await networks.open({ ...access, credentials });
  if ('problem' in network) throw new Error(network.problem);
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch, { recursive: true });
  const placeholders = new Placeholders(join(folder, 'journal'), pid);
  const sandbox = createLinuxSandbox({ bubblewrap: detected.found, architecture: arch, placeholders, scratch });
  const confinement: Confinement = {
    profile: 'work',
    folders: [workspace],
    home,
    readable: [],
    writable: [],
    hidden: [],
    unixSockets: false,
    limits: defaultLimits,
    network: { ...access, credentials },
  };
  const words = ['bash', '-c', `exec 2>&1; ${command}`];
  const env = { PATH: path, NODE_NO_WARNINGS: '1' };
  const confined = sandbox.confine(confinement, {
    words,
    cwd: workspace,
    env,
    hasTerminal: false,
    network: network.place,
  });
  if ('problem' in confined) throw new Error(confined.problem);
  const { file, args, descriptors, started, ended } = confined;
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit', ...descriptors];
  const child = spawn(file, args, { cwd: '/', env: confined.env, stdio }) as ChildProcessByStdio<null, Readable, null>;
  started();
  const said = await text(child.stdout);
  ended();
  network.close();
  return said;
}

const whoAsks = ({ headers: { authorization = 'nobody' } }: IncomingMessage): string => authorization;

test('installs a package from a registry that requires the token, and publishes to it', slow, async () => {
  const pack = join(folder, 'pack');
  mkdirSync(pack);
  writeFileSync(join(pack, 'package.json'), JSON.stringify({ name: 'little', version: '1.0.0', main: 'a.js' }));
  writeFileSync(join(pack, 'a.js'), 'module.exports = "installed";');
  execFileSync('npm', ['pack', '--silent'], { cwd: pack, env: { PATH: path, HOME: home } });
  const tarball = readFileSync(join(pack, 'little-1.0.0.tgz'));
  const asked = new Set<string>();
  let published = '';
  const port: number = await openSite((request, response) => {
    asked.add(`${request.method ?? ''} ${whoAsks(request)}`);
    if (whoAsks(request) !== `Bearer ${TOKEN}`) response.writeHead(401).end();
    else if (request.method === 'PUT') {
      request.on('data', (chunk: Buffer) => (published += chunk.toString()));
      request.on('end', () => response.writeHead(201).end('{}'));
    } else if (request.url?.endsWith('.tgz') === true) response.end(tarball);
    else if (request.url !== '/little') response.writeHead(404).end('{}');
    else {
      const dist = { tarball: `https://site.test:${port}/little/-/little-1.0.0.tgz` };
      const versions = { '1.0.0': { name: 'little', version: '1.0.0', main: 'a.js', dist } };
      response.end(JSON.stringify({ name: 'little', 'dist-tags': { latest: '1.0.0' }, versions }));
    }
  });
  writeFileSync(join(workspace, 'package.json'), JSON.stringify({ name: 'mine', version: '1.0.0', main: 'b.js' }));
  const npm = `npm --registry https://site.test:${port}/ --no-audit --no-fund --no-update-notifier --fetch-retries 0`;
  const line = `${npm} install --silent little && node -p "require('little')" && ${npm} publish --silent`;
  expect(await run(line, { at: `site.test:${port}` })).toBe('installed\n');
  expect(published).toContain('"mine@1.0.0"');
  expect(asked).toEqual(new Set([`GET Bearer ${TOKEN}`, `PUT Bearer ${TOKEN}`]));
  // Without the token the registry rejects the command.
  const refused = await run(`${npm} view little`, { at: 'other.test', hosts: [`site.test:${port}`] });
  expect(refused).toContain('E401');
});

test('curl, Node, Python and Git verify the name, and reject another name', slow, async () => {
  const port = await openSite((request, response) => {
    if (request.url?.includes('/info/refs') === true) response.writeHead(404).end();
    else response.end(whoAsks(request));
  });
  const url = `https://site.test:${port}/`;
  const tries = [
    `curl -sS -H "Authorization: Bearer $SITE_TOKEN" ${url}`,
    `node -p "fetch('${url}').then(async (r) => console.log(await r.text())), ''"`,
    `/usr/bin/python3 -c "import urllib.request as u; print(u.urlopen('${url}').read().decode())"`,
    `git ls-remote ${url}`,
    `curl -sS --connect-to other.test:443:site.test:${port} https://other.test/ 2>&1 | head -1`,
  ];
  const said = await run(`${tries.join('; echo; ')}; echo; echo $SITE_TOKEN`, { at: `site.test:${port}` });
  const lines = said.split('\n').filter((line) => line !== '');
  expect(lines).toEqual([
    expect.stringContaining('Bearer npm_'),
    'nobody',
    'nobody',
    expect.stringMatching(/repository '.*' not found/),
    expect.stringMatching(/SSL: no alternative certificate subject name matches/),
    expect.stringMatching(/^npm_\w{36}$/),
  ]);
  expect(said).not.toContain(TOKEN);
});
