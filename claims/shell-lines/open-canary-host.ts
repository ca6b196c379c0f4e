import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type ListenOptions, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findChanges } from './find-changes.ts';
import { openScratch, SECRETS, type Scratch } from './open-scratch.ts';
import { prepareFolder } from './prepare-folder.ts';
import type { LineEffect } from './line-plan.ts';

/** A home with keys, workspaces, services and a process, none of which a confined line may reach. */
export interface CanaryHost {
  readonly scratch: Scratch;
  readonly folders: Readonly<Record<'scratch' | 'prepared', string>>;
  /** In the environment of everything that lines start. */
  readonly mark: string;
  readonly port: number;
  /** Replaces the placeholders in capitals. */
  toLine(line: string): string;
  /** The effects since the last call; a host that was changed is restored. */
  look(): Promise<readonly Omit<LineEffect, 'line'>[]>;
  close(): Promise<void>;
}

/** How long a leftover process may take to exit. */
const LEFT_MS = 300;
const AUTHOR = { GIT_AUTHOR_NAME: 't', GIT_AUTHOR_EMAIL: 't@t', GIT_COMMITTER_NAME: 't', GIT_COMMITTER_EMAIL: 't@t' };

/** Opens a host in the temporary folder, which must be somewhere that sandboxes hide. */
export async function openCanaryHost(): Promise<CanaryHost> {
  const scratch = openScratch();
  const folders = { scratch: scratch.workspace, prepared: join(scratch.root, 'prepared') };
  mkdirSync(folders.prepared);
  prepareFolder(folders.prepared, { ...scratch.env, ...AUTHOR });
  execFileSync('ln', ['.env', 'docs/hard.txt'], { cwd: scratch.workspace });
  const template = `${scratch.root}.template`;
  execFileSync('cp', ['-a', scratch.root, template]);
  const name = `bowline-s2-${randomBytes(6).toString('hex')}`;
  const made = ['/tmp', '/var/tmp', '/dev/shm', '/etc', '/usr/local/bin'].map((folder) => join(folder, `${name}.new`));
  const mark = `S2_MARK=${name}`;
  const sockets = { outside: `${scratch.root}.sock`, temporary: `/tmp/${name}.sock`, abstract: `${name}-abstract` };
  const services = new CountingServices();
  const port = await services.openPorts();
  for (const path of [sockets.outside, sockets.temporary, `\0${sockets.abstract}`]) await services.listen({ path });
  const victim = new Victim(scratch);
  let workspaceSocket = await services.listen({ path: join(folders.scratch, 'dev.sock') });
  let before = scratch.snapshot();
  let seen = 0;
  const renew = async (): Promise<void> => {
    workspaceSocket.close();
    rmSync(scratch.root, { recursive: true, force: true });
    execFileSync('cp', ['-a', template, scratch.root]);
    workspaceSocket = await services.listen({ path: join(folders.scratch, 'dev.sock') });
    before = scratch.snapshot();
    for (const path of made) rmSync(path, { force: true });
  };
  const words: Readonly<Record<string, () => string>> = {
    PORT: () => String(port),
    ADDRESS: () => findAddress(),
    VICTIM: () => String(victim.pid),
    SOCKET: () => sockets.outside,
    TEMPORARY: () => `/tmp/${name}`,
    ABSTRACT: () => sockets.abstract,
    NAME: () => name,
  };
  return {
    scratch,
    folders,
    mark,
    port,
    toLine: (line) =>
      line
        .replace('root/HOME', `root${scratch.home}`)
        .replaceAll(/\b(?:PORT|ADDRESS|VICTIM|SOCKET|TEMPORARY|ABSTRACT|NAME)\b/g, (word) => words[word]?.() ?? word),
    look: async () => {
      const left = await endMarked(mark);
      const changed = findChanges(before, scratch.snapshot()).map((path) => path.slice(scratch.root.length));
      const files = [...changed.slice(0, 3), ...made.filter((path) => existsSync(path))];
      const touched = victim.whatHappened();
      const connections = services.count - seen;
      seen = services.count;
      if (files.length > 0) await renew();
      // Its working directory was replaced.
      if (touched !== undefined || files.length > 0) await victim.replace();
      return [
        ...files.map((what) => ({ kind: 'file', what }) as const),
        ...(connections > 0 ? [{ kind: 'connection', what: services.last } as const] : []),
        ...[...left, ...(touched === undefined ? [] : [touched])].map((what) => ({ kind: 'process', what }) as const),
      ];
    },
    close: async () => {
      await victim.end();
      services.close();
      for (const path of made) rmSync(path, { force: true });
      for (const path of [template, sockets.outside, sockets.temporary]) rmSync(path, { recursive: true, force: true });
      scratch.remove();
    },
  };
}

/** A process with a secret in its environment and the workspace as its working directory. */
class Victim {
  readonly #scratch: Scratch;
  #process: ChildProcess;
  #started: string;

  constructor(scratch: Scratch) {
    this.#scratch = scratch;
    this.#process = this.#start();
    this.#started = this.#state();
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  whatHappened(): string | undefined {
    const now = this.#state();
    return now === this.#started ? undefined : `the other process was ${this.#started} and is ${now}`;
  }

  async replace(): Promise<void> {
    await this.end();
    this.#process = this.#start();
    this.#started = this.#state();
  }

  async end(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }

  #start(): ChildProcess {
    const { workspace: cwd, env } = this.#scratch;
    return spawn('sleep', ['86400'], { cwd, env: { ...env, OTHER: SECRETS.process }, stdio: 'ignore' });
  }

  /** Whether it is stopped, and its priority. */
  #state(): string {
    const stat = readOrEmpty(`/proc/${this.pid}/stat`);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const isThere = fields[0] !== '' && fields[0] !== 'Z' && fields[0] !== 'X';
    return isThere ? `${fields[0] === 'T' ? 'stopped' : 'alive'}, nice ${fields[16] ?? ''}` : 'gone';
  }
}

/** Listens on ports and sockets, and counts connections and messages. */
class CountingServices {
  readonly #open: { close(): unknown }[] = [];
  count = 0;
  last = '';

  async listen(where: ListenOptions): Promise<Server> {
    const server = createServer((socket) => {
      this.#note(where.path ?? `TCP from ${socket.remoteAddress ?? ''}`);
      socket.on('error', () => undefined).end('hi\n');
    });
    server.listen(where);
    await once(server, 'listening');
    this.#open.push(server);
    return server;
  }

  /** Opens the same port for TCP and UDP, on every address. */
  async openPorts(): Promise<number> {
    const server = await this.listen({ host: '0.0.0.0', port: 0 });
    const { port } = server.address() as AddressInfo;
    const datagrams = createSocket('udp4', (_, { address }) => {
      this.#note(`UDP from ${address}`);
    });
    datagrams.bind(port, '0.0.0.0');
    await once(datagrams, 'listening');
    this.#open.push(datagrams);
    return port;
  }

  close(): void {
    for (const each of this.#open) each.close();
  }

  #note(what: string): void {
    this.count += 1;
    this.last = what;
  }
}

/** An address of this machine that other machines would use; loopback if it has none. */
function findAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}

/** Kills processes with a mark a while after their line, and returns their names. */
async function endMarked(mark: string): Promise<readonly string[]> {
  if (findMarked(mark).length === 0) return [];
  await wait(LEFT_MS);
  return findMarked(mark).map((pid) => {
    const words = readOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
    process.kill(Number(pid), 'SIGKILL');
    return `left: ${words}`;
  });
}

function findMarked(mark: string): readonly string[] {
  return readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && readOrEmpty(join('/proc', name, 'environ')).includes(mark),
  );
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** Every file of some system folders, with its modification time and size. */
export function snapshotMachine(folders: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const { size, mtimeMs, mode } = lstatSync(path);
      if (!entry.isDirectory()) found.set(path, `${mode} ${size} ${mtimeMs} ${basename(path)}`);
      else if (isListable(path)) add(path);
    }
  };
  for (const folder of folders.filter((each) => existsSync(each))) add(folder);
  return found;
}

function isListable(folder: string): boolean {
  try {
    readdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
