import { defaultLimits, type Confinement, type NetworkAccess } from '../sandbox/confinement.ts';
import { detectBubblewrap } from '../sandbox/linux/detect-bubblewrap.ts';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createPlainServer, type AddressInfo } from 'node:net';
import { release, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAlive } from '../../../../tests/tools/is-alive.ts';
import type { CommandEnd, CommandStart, WorkspaceCommand } from '../workspace.ts';
import { SupervisedCommands } from './supervised-commands.ts';
import { readAddress } from './supervisor-address.ts';

const execArgv = ['--conditions=@bowline/source', '--no-warnings'];
const supervisorEntry = join(import.meta.dirname, '../supervisor/main.ts');
const path = process.env['PATH'] ?? '';
const slow = { timeout: 30_000 };
const patient = { timeout: 10_000, interval: 5 };
const detected = detectBubblewrap({ architecture: process.arch, release: release(), uid: process.getuid?.() ?? 0 });
/** A loopback address that programs do not treat as local, so that they use the proxy. */
const SITE = '127.0.0.2';

let folder = '';
let workspace = '';
let home = '';
let opened: SupervisedCommands[] = [];
let servers: Server[] = [];
let asked: string[] = [];
const stateFolder = (): string => join(folder, 'state');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-'));
  workspace = join(folder, 'work');
  home = join(folder, 'home');
  asked = [];
  for (const each of [workspace, home]) mkdirSync(each);
});
afterEach(async () => {
  for (const commands of opened) commands.close();
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  [opened, servers] = [[], []];
  await expect.poll(() => readAddress(stateFolder()), patient).toBeUndefined();
  rmSync(folder, { recursive: true });
});

function open({ leaseMs = 50 } = {}): SupervisedCommands {
  if (!detected.ok) throw new Error(detected.problem);
  const bubblewrap = detected.found;
  const commands = new SupervisedCommands({
    stateFolder: stateFolder(),
    supervisorEntry,
    leaseMs,
    execPath: process.execPath,
    execArgv,
    env: { PATH: path, HOME: home },
    sandbox: async () => ({ bubblewrap, journal: join(folder, 'journal') }),
  });
  opened.push(commands);
  return commands;
}

function confined(network: Partial<NetworkAccess> | undefined, profile: Confinement['profile'] = 'work'): Confinement {
  return {
    profile,
    folders: [workspace],
    home,
    readable: [],
    writable: [],
    hidden: [],
    unixSockets: false,
    limits: defaultLimits,
    ...(network && { network: { hosts: [], privateHosts: [SITE], ports: [], ...network } }),
  };
}

let made = 0;
function start(
  command: string,
  network: Partial<NetworkAccess> | undefined,
  how: Partial<CommandStart> & { readonly commands?: SupervisedCommands } = {},
): Promise<WorkspaceCommand> {
  const { commands = opened[0] ?? open(), ...rest } = how;
  return commands.start({ key: `n${(made += 1)}`, command, cwd: workspace, confinement: confined(network), ...rest });
}

async function run(command: string, network: Partial<NetworkAccess> | undefined, how = {}): Promise<CommandEnd> {
  return (await start(command, network, how)).ended;
}

async function listen(server: Server, host = SITE): Promise<number> {
  servers.push(server);
  await once(server.listen(0, host), 'listening');
  return (server.address() as AddressInfo).port;
}

function openSite(): Promise<number> {
  const site = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.end('page');
  });
  return listen(site);
}

/** The parent process ID, from the kernel. */
function parentOf(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ');
  return Number(fields.split(' ')[1]);
}

const clients = {
  curl: (url: string) => `curl -sS ${url}`,
  'curl by a tunnel': (url: string) => `curl -sS --proxytunnel ${url}`,
  'node fetch': (url: string) => `node -e "fetch('${url}').then(async (r) => console.log(await r.text()))"`,
  'python urllib': (url: string) =>
    `/usr/bin/python3 -c "import urllib.request; print(urllib.request.urlopen('${url}').read().decode())"`,
};

describe('a command with a network', slow, () => {
  test.each(Object.entries(clients))('reaches a listed host by %s, and no other', async (_, client) => {
    const port = await openSite();
    const url = `http://${SITE}:${port}/`;
    const end = await run(client(`${url}yes`), { hosts: [`${SITE}:${port}`] });
    expect(end).toMatchObject({ exitCode: 0, network: { refused: { unlisted: [], private: [] } } });
    expect(end.head).toContain('page');
    const other = await run(client(`${url}no`), { hosts: [`${SITE}:1`, 'example.com'] });
    expect(other.head).not.toContain('page');
    expect(other.network).toMatchObject({ refused: { unlisted: [`${SITE}:${port}`], private: [] } });
    expect(asked).toEqual(['GET /yes']);
  });

  test('reaches a listed host over TLS, end to end', async () => {
    const [key, cert] = [join(workspace, 'key.pem'), join(workspace, 'cert.pem')];
    const names = ['-subj', '/CN=site', '-addext', `subjectAltName=IP:${SITE}`];
    const how = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    execFileSync('openssl', [...how, '-keyout', key, '-out', cert, ...names], { stdio: 'ignore' });
    const site = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) => {
      response.end('secure page');
    });
    const port = await listen(site);
    // Node 22 warns that its proxy is experimental.
    const line = `export NODE_NO_WARNINGS=1; curl -sS --cacert cert.pem https://${SITE}:${port}/ && NODE_EXTRA_CA_CERTS=$PWD/cert.pem ${clients['node fetch'](`https://${SITE}:${port}/`)}`;
    const end = await run(line, { hosts: [`${SITE}:${port}`] });
    expect(end).toMatchObject({ exitCode: 0, head: 'secure pagesecure page\n' });
  });

  test('fetches from a Git server', async () => {
    const bare = join(folder, 'served', 'repo.git');
    mkdirSync(bare, { recursive: true });
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: bare, encoding: 'utf8' });
    git('init', '-q', '--bare', '-b', 'main');
    const tree = git('hash-object', '-t', 'tree', '-w', '--stdin').trim();
    git('update-ref', 'refs/heads/main', git('commit-tree', tree, '-m', 'served').trim());
    git('update-server-info');
    const site = createServer((request, response) => {
      const file = join(folder, 'served', new URL(request.url ?? '', 'http://a').pathname);
      if (!existsSync(file)) response.writeHead(404).end();
      else response.end(readFileSync(file));
    });
    const port = await listen(site);
    const line = `git init -q clone && cd clone && git fetch -q http://${SITE}:${port}/repo.git main && git log --format=%s FETCH_HEAD`;
    expect(await run(line, { hosts: [`${SITE}:${port}`] })).toMatchObject({ exitCode: 0, head: 'served\n' });
    expect((await run(line, { hosts: [] })).network?.refused.unlisted).toEqual([`${SITE}:${port}`]);
  });

  test('installs a package from a registry', async () => {
    const pack = join(folder, 'pack');
    mkdirSync(pack);
    writeFileSync(join(pack, 'package.json'), JSON.stringify({ name: 'little', version: '1.0.0', main: 'a.js' }));
    writeFileSync(join(pack, 'a.js'), 'module.exports = "installed";');
    execFileSync('npm', ['pack', '--silent'], { cwd: pack, env: { PATH: path, HOME: home } });
    const tarball = readFileSync(join(pack, 'little-1.0.0.tgz'));
    let port = 0;
    const site = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (request.url?.endsWith('.tgz') === true) response.end(tarball);
      else {
        const dist = { tarball: `http://${SITE}:${port}/little/-/little-1.0.0.tgz` };
        const versions = { '1.0.0': { name: 'little', version: '1.0.0', main: 'a.js', dist } };
        response.end(JSON.stringify({ name: 'little', 'dist-tags': { latest: '1.0.0' }, versions }));
      }
    });
    port = await listen(site);
    writeFileSync(join(workspace, 'package.json'), JSON.stringify({ name: 'a', dependencies: { little: '1.0.0' } }));
    const npm = `npm --registry http://${SITE}:${port}/ --no-audit --no-fund --no-update-notifier --fetch-retries 0`;
    const line = `export NODE_NO_WARNINGS=1; ${npm} install --silent && rm -rf node_modules && ${npm} ci --silent && node -p "require('little')"`;
    expect(await run(line, { hosts: [`${SITE}:${port}`] })).toMatchObject({ exitCode: 0, head: 'installed\n' });
    expect(asked.length).toBeGreaterThan(1);
    rmSync(join(workspace, 'node_modules'), { recursive: true });
    expect((await run(line, { hosts: [] })).network?.refused.unlisted).toEqual([`${SITE}:${port}`]);
  });

  test('reaches no private address unless it is listed', async () => {
    const port = await openSite();
    const end = await run(clients.curl(`http://${SITE}:${port}/`), { hosts: [`${SITE}:${port}`], privateHosts: [] });
    expect(end.head).toContain('its address is private');
    expect(end.network).toMatchObject({ refused: { unlisted: [], private: [`${SITE}:${port}`] } });
    expect(asked).toEqual([]);
  });

  test('has no other way out, with or without the proxy', async () => {
    const port = await openSite();
    const line = [
      `exec 3<>/dev/tcp/${SITE}/${port}`,
      `curl -sS --noproxy '*' http://${SITE}:${port}/`,
      'getent hosts example.com',
    ];
    const tries = line.map((each) => `(${each}) && echo BROKEN`).join('; ');
    for (const network of [{ hosts: [`${SITE}:${port}`, 'example.com'] }, undefined])
      expect((await run(`${tries}; tail -n +3 /proc/net/dev | cut -d: -f1`, network)).head).toMatch(
        /(?<!BROKEN[^]*)lo\n$/,
      );
    expect(asked).toEqual([]);
    execFileSync('bash', ['-c', `exec 3<>/dev/tcp/${SITE}/${port}`]);
  });

  test('is confined like a command without a network', async () => {
    const line = [
      'touch /usr/outside',
      `kill -0 ${process.pid}`,
      'unshare -r true',
      `nsenter --net=/proc/1/ns/net true`,
      'test -n "$(ls /proc/self/fd | grep -v "^[0-3]$")"',
      'grep -q "CapBnd:.*[1-9a-f]" /proc/self/status',
    ];
    const end = await run(line.map((each) => `(${each}) && echo BROKEN`).join('; '), { hosts: ['example.com'] });
    expect(end.head).not.toContain('BROKEN');
    expect(end.head).toContain('Read-only file system');
  });

  test('has its own terminal', async () => {
    const port = await openSite();
    const command = await start(
      `read -r word </dev/tty; curl -sS http://${SITE}:${port}/$word`,
      { hosts: [`${SITE}:${port}`] },
      { pty: true },
    );
    await command.write('typed\n');
    expect((await command.ended).head).toContain('page');
    expect(asked).toEqual(['GET /typed']);
  });

  test('does not run if its network cannot be opened', async () => {
    if (!detected.ok) throw new Error(detected.problem);
    const bubblewrap = { ...detected.found, nsenter: null };
    const commands = new SupervisedCommands({
      stateFolder: stateFolder(),
      supervisorEntry,
      leaseMs: 50,
      execPath: process.execPath,
      execArgv,
      env: { PATH: path },
      sandbox: async () => ({ bubblewrap, journal: join(folder, 'journal') }),
    });
    opened.push(commands);
    const end = await run('echo BROKEN', { hosts: [] }, { commands });
    expect(end.head).toContain('nsenter is not installed');
    expect(end.head).not.toContain('BROKEN\n');
  });
});

describe('a server in the background', slow, () => {
  const server = (port: number, host = '127.0.0.1'): string =>
    `exec node -e "require('http').createServer((q, r) => r.end('from inside ' + q.url)).listen(${port}, '${host}')"`;

  async function serve(
    line: string,
    ports: NetworkAccess['ports'],
  ): Promise<{ readonly commands: SupervisedCommands; readonly command: WorkspaceCommand }> {
    const commands = open();
    const command = await start(line, { ports }, { commands, isBackground: true });
    await command.leave();
    return { commands, command };
  }

  const portsOf = async (commands: SupervisedCommands) => (await commands.background())[0]?.ports;

  test.each(['127.0.0.1', '0.0.0.0', '::1', '::'])(
    'is reachable from a browser on the same port when it listens on %s',
    async (host) => {
      const port = await freePort();
      const { commands, command } = await serve(server(port, host), 'any');
      await expect.poll(() => portsOf(commands), patient).toEqual([{ inside: port, outside: port }]);
      const urls = Array.from({ length: 5 }, (_, n) => `http://127.0.0.1:${port}/${n}`);
      const pages = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
      expect(pages).toEqual(urls.map((_, n) => `from inside /${n}`));
      await command.kill();
      expect((await command.ended).network?.ports).toEqual([]);
      await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    },
  );

  test('uses another port if its own is taken', async () => {
    const port = await listen(
      createServer((_, response) => response.end('from outside')),
      '127.0.0.1',
    );
    const { commands, command } = await serve(server(port), [port]);
    await expect.poll(() => portsOf(commands), patient).toMatchObject([{ inside: port }]);
    const outside = (await portsOf(commands))?.[0]?.outside ?? 0;
    expect(outside).not.toBe(port);
    expect(await (await fetch(`http://127.0.0.1:${outside}/`)).text()).toBe('from inside /');
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('from outside');
    await command.kill();
  });

  test('is not reachable on a port that was not allowed', async () => {
    const [wanted, other] = [await freePort(), await freePort()];
    const { commands, command } = await serve(`${server(other).replace('exec', '')} & ${server(wanted)}`, [wanted]);
    await expect.poll(() => portsOf(commands), patient).toEqual([{ inside: wanted, outside: wanted }]);
    await expect(fetch(`http://127.0.0.1:${other}/`)).rejects.toThrow();
    await command.kill();
  });

  async function freePort(): Promise<number> {
    const probe = createPlainServer();
    await once(probe.listen(0, '127.0.0.1'), 'listening');
    const { port } = probe.address() as AddressInfo;
    await once(probe.close(), 'close');
    return port;
  }
});

describe('after a network closes', slow, () => {
  /** All descendants of a supervisor on this machine. */
  const below = (pid: number): number[] =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((each) => {
        try {
          return parentOf(each) === pid;
        } catch {
          return false;
        }
      });
  const descriptorsOf = (pid: number): string[] =>
    readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${name}`).replace(/\d+/g, '')];
      } catch {
        return [];
      }
    });

  test('nothing is left after many commands except the spares', async () => {
    const port = await openSite();
    const commands = open({ leaseMs: 60_000 });
    const keeper = await start('sleep 1000', undefined, { commands });
    const supervisor = parentOf(keeper.pid ?? 0);
    const spares = async (): Promise<string[]> => {
      await expect
        .poll(() => descriptorsOf(supervisor).filter((each) => each.startsWith('net:')).length, patient)
        .toBe(2);
      await expect.poll(() => below(supervisor).length, patient).toBe(1);
      return descriptorsOf(supervisor).sort();
    };
    await run(clients.curl(`http://${SITE}:${port}/`), { hosts: [`${SITE}:${port}`] }, { commands });
    const before = await spares();
    for (let n = 0; n < 20; n += 1)
      await run(clients.curl(`http://${SITE}:${port}/`), { hosts: [`${SITE}:${port}`] }, { commands });
    expect(asked).toHaveLength(21);
    expect(await spares()).toEqual(before);
    await keeper.kill();
  });

  test('nothing is left after the supervisor was killed', async () => {
    const commands = open({ leaseMs: 60_000 });
    const line = `node -e "require('http').createServer().listen(18123)"`;
    const command = await start(line, { ports: 'any' }, { commands, isBackground: true });
    await command.leave();
    await expect.poll(async () => (await commands.background())[0]?.ports, patient).toHaveLength(1);
    const supervisor = parentOf(command.pid ?? 0);
    const started = below(supervisor);
    expect(started.length).toBeGreaterThan(1);
    process.kill(supervisor, 'SIGKILL');
    for (const pid of started) await expect.poll(() => isAlive(pid), patient).toBe(false);
    commands.close();
    // The next supervisor replaces the killed one.
    await run('true', undefined, { commands: open() });
  });
});
