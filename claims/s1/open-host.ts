import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type ListenOptions, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { HOST_PREFIX, LIMITS, type BatteryPlaces, type BatteryTarget } from './battery-plan.ts';
import { createTemplate } from './create-template.ts';

/** A host to attack: a user's home with keys, a workspace, services and a process. */
export interface BatteryHost {
  readonly home: string;
  readonly workspace: string;
  /** A folder in which writes from inside a sandbox would be visible. */
  readonly out: string;
  /** A repository to copy, for attacks that need their own. */
  readonly template: string;
  /** The settings of the probes. */
  readonly settingsFile: string;
  readonly nonce: string;
  /** A key in the agent's environment, and the name of its variable. */
  readonly secret: string;
  readonly keyName: string;
  readonly token: string;
  /** A name that is unique to this host. */
  readonly name: string;
  /** Messages that its services received. */
  readonly log: readonly string[];
  close(): Promise<void>;
}

/** Opens a host in folders that nothing else uses. */
export async function openHost(places: BatteryPlaces, target: BatteryTarget): Promise<BatteryHost> {
  const token = `t${randomBytes(6).toString('hex')}`;
  const nonce = `NONCE${randomBytes(8).toString('hex')}`;
  const name = `${HOST_PREFIX}${token}`;
  const base = join(places.base, target);
  const home = join(base, 'home');
  const [workspace, out, template] = [join(home, 'ws'), join(home, 'out'), join(base, 'template')];
  const other = createHome({ home, base, nonce, places, name });
  createTemplate(template, nonce);
  execFileSync('cp', ['-a', template, workspace]);
  linkSync(join(workspace, '.env'), join(workspace, 'env-hard'));
  symlinkSync('.env', join(workspace, 'env-link'));
  symlinkSync(out, join(workspace, 'link'));
  const log: string[] = [];
  const sockets = {
    service_socket: join(places.run, `${target}.sock`),
    docker_socket: join(places.run, `${target}-docker.sock`),
    display_socket: `/tmp/${name}.X`,
    gpg_socket: join(home, '.gnupg/S.gpg-agent'),
    workspace_socket: join(workspace, 'dev.sock'),
    state_socket: join(places.state, `${target}.sock`),
  };
  const abstract = `${name}-stream`;
  const services = new Services(nonce, log);
  const tcp = await services.listen({ host: '0.0.0.0', port: 0 });
  const tcp6 = await services.listen({ host: '::1', port: 0 }).catch(() => 1);
  for (const path of [...Object.values(sockets), `\0${abstract}`]) await services.listen({ path });
  const udp = await services.listenForDatagrams();
  const settingsFile = join(base, 'probes/settings.json');
  const settings = {
    ...{ token, name, home, ws: workspace, out, node: process.execPath, abstract, tcp, tcp6, udp, ...sockets },
    abstract_datagram: `${name}-datagram`,
    datagram: join(places.run, `${target}-datagram.sock`),
    workspace_datagram: join(workspace, 'datagram.sock'),
    fifo: `/tmp/${name}.fifo`,
    workspace_fifo: join(workspace, 'fifo'),
    key: randomInt(2 ** 24, 2 ** 30),
    key_file: join(home, '.ssh/id_rsa'),
    key_name: `KEY_${token}`,
    victim_name: `${name}-victim`,
    other_home: join(base, 'other-home'),
    other_object: other,
    srv: places.srv,
    state: places.state,
    setuid_program: places.setuidProgram,
    address: toAddress(),
    go: join(base, 'probes/go'),
    profile: target,
    file_bytes: LIMITS.fileBytes,
    temporary_bytes: LIMITS.temporaryBytes,
    processes: LIMITS.processes,
  };
  execFileSync('cp', ['-a', places.probes, join(base, 'probes')]);
  writeFileSync(settingsFile, JSON.stringify(settings));
  const script = join(base, 'probes/host.py');
  const python = spawn('/usr/bin/python3', ['-B', script, settingsFile, nonce], { stdio: ['pipe', 'pipe', 'inherit'] });
  const facts = await services.follow(python);
  writeFileSync(settingsFile, JSON.stringify({ ...settings, ...facts }));
  const temporary = [`/tmp/${name}`, `/tmp/${name}.fifo`, `/tmp/${name}.X`, `/var/tmp/${name}`, `/dev/shm/${name}`];
  return {
    ...{ home, workspace, out, template, settingsFile, nonce, token, name, log },
    keyName: settings.key_name,
    secret: `SECRET${randomBytes(6).toString('hex')}`,
    async close() {
      services.close();
      python.stdin.end();
      await once(python, 'exit');
      for (const path of temporary.flatMap((each) => [each, `${each}.w`])) rmSync(path, { force: true });
      rmSync(`/usr/local/bin/${token}`, { force: true });
      // A program that a bare command left running may still be writing.
      rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    },
  };
}

interface HomeParts {
  readonly home: string;
  readonly base: string;
  readonly nonce: string;
  readonly places: BatteryPlaces;
  readonly name: string;
}

/** Creates a home with keys, and files elsewhere; returns the name of an object in another project's repository. */
function createHome({ home, base, nonce, places, name }: HomeParts): string {
  const files = {
    ...{ '.ssh/id_rsa': nonce, '.aws/credentials': nonce, '.bash_history': nonce, '.npmrc': nonce, '.netrc': nonce },
    ...{ '.config/browser/Cookies': nonce, '.bowline/credentials.json': nonce, '.cache/secret': nonce },
    ...{ 'other/source.txt': nonce, 'out/victim': 'victim\n', '.bashrc': '# rc\n', '.nvm/bin/tool': '#!/bin/sh\n' },
    ...{ '.gnupg/empty': '', '.gitconfig': '[user]\n\tname = a\n\temail = a@a\n' },
  };
  for (const [path, text] of Object.entries(files)) write(join(home, path), text);
  for (const folder of [join(base, 'other-home'), places.srv, places.state]) write(join(folder, 'data.txt'), nonce);
  for (const folder of ['/tmp', '/var/tmp', '/dev/shm']) writeFileSync(join(folder, name), nonce, { mode: 0o600 });
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', join(home, 'other'), ...args], {
      encoding: 'utf8',
      env: { ...process.env, HOME: home },
    });
  git('init', '-q');
  return git('hash-object', '-w', 'source.txt').trim();
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** An address of this machine that other machines would use; loopback if it has none. */
function toAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}

/** Services that answer with the nonce and record what they receive. */
class Services {
  readonly #nonce: string;
  readonly #log: string[];
  readonly #servers: (Server | Socket)[] = [];

  constructor(nonce: string, log: string[]) {
    this.#nonce = nonce;
    this.#log = log;
  }

  async listen(where: ListenOptions): Promise<number> {
    const server = createServer((connection) => {
      connection.on('error', () => {});
      connection.once('data', () => connection.end(this.#nonce));
    });
    server.listen(where);
    await once(server, 'listening');
    this.#servers.push(server);
    const address = server.address();
    return typeof address === 'string' || address === null ? 0 : address.port;
  }

  async listenForDatagrams(): Promise<number> {
    const socket = createSocket('udp4', (message) => this.#log.push(message.toString('latin1')));
    socket.bind(0, '0.0.0.0');
    await once(socket, 'listening');
    this.#servers.push(socket);
    return socket.address().port;
  }

  /** Returns the first line of host.py, which describes what it created, and records its later lines in the log. */
  async follow(python: ChildProcess): Promise<object> {
    const { stdout } = python;
    if (stdout === null) throw new Error('host.py has no output');
    return new Promise((resolve, reject) => {
      const lines = createInterface({ input: stdout });
      lines.on('line', (line) => {
        const read = JSON.parse(line) as { readonly log?: string };
        if (read.log === undefined) resolve(read);
        else this.#log.push(read.log);
      });
      python.once('exit', (code) => {
        reject(new Error(`host.py ended with ${String(code)}`));
      });
    });
  }

  close(): void {
    for (const server of this.#servers) server.close();
  }
}
