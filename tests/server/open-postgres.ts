import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePorts, openPool } from '@bowline/server';
import { atExit } from '../kit/at-exit.ts';

/** A PostgreSQL for one test, in a folder that is removed with it. */
export interface TestPostgres {
  readonly port: number;
  /** The role that owns and migrates the tables: not a superuser, and subject to row-level security. */
  readonly ownerUrl: string;
  /** The role of the server. */
  readonly appUrl: string;
  /** The superuser, for operations of an administrator. */
  readonly adminUrl: string;
  /** Creates another empty database; returns its name for `urlOf`. */
  createDatabase(name: string): Promise<string>;
  urlOf(role: 'owner' | 'app' | 'admin', database?: string): string;
  start(): Promise<void>;
  /** Shuts it down cleanly. Followed by `start`, clients see a restart. */
  stop(): Promise<void>;
  restart(): Promise<void>;
  /** Kills all of its processes at once, like a power failure. */
  killHard(): Promise<void>;
  /** Stops it and removes its folder. */
  close(): Promise<void>;
}

export interface TestPostgresOptions {
  /** Whether a commit reaches the disk. Suites without power failures are faster with false. */
  readonly fsync?: boolean;
  /** Additional settings, as in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
}

const ROLES = { owner: 'bowline_owner', app: 'bowline_app', admin: 'postgres' } as const;
const DATABASE = 'bowline';

/** Creates a cluster, starts it, and creates its roles and a database `bowline`. */
export async function openPostgres(options: TestPostgresOptions = {}): Promise<TestPostgres> {
  const bin = findPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'bowline-pg-'));
  if (process.getuid?.() === 0) chownSync(folder, idOf('-u'), idOf('-g'));
  const [port = 0] = await findFreePorts(1);
  const server = new Server(bin, folder, toArguments(folder, port, options));
  const urlOf: TestPostgres['urlOf'] = (role, database = DATABASE) =>
    `postgres://${ROLES[role]}@127.0.0.1:${port}/${database}`;
  const createDatabase = async (name: string): Promise<string> => {
    await runSql(urlOf('admin', 'postgres'), [`create database ${name} owner ${ROLES.owner}`]);
    return name;
  };
  await server.create();
  await server.start();
  await runSql(urlOf('admin', 'postgres'), [
    `create role ${ROLES.owner} login nosuperuser nobypassrls createrole`,
    `create role ${ROLES.app} login nosuperuser nobypassrls`,
  ]);
  await createDatabase(DATABASE);
  return {
    port,
    ownerUrl: urlOf('owner'),
    appUrl: urlOf('app'),
    adminUrl: urlOf('admin'),
    createDatabase,
    urlOf,
    start: () => server.start(),
    stop: () => server.stop(),
    restart: async () => {
      await server.stop();
      await server.start();
    },
    killHard: () => server.killHard(),
    close: () => server.close(),
  };
}

/** The processes of a cluster, started and stopped repeatedly on the same folder. */
class Server {
  readonly #bin: string;
  readonly #folder: string;
  readonly #arguments: readonly string[];
  #child: ChildProcess | undefined;
  readonly #callOff: () => void;

  constructor(bin: string, folder: string, args: readonly string[]) {
    this.#bin = bin;
    this.#folder = folder;
    this.#arguments = args;
    this.#callOff = atExit(() => {
      this.#killAll();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    });
  }

  async create(): Promise<void> {
    const child = this.#spawn('initdb', [
      ...['--pgdata', join(this.#folder, 'data'), '--username', ROLES.admin, '--auth', 'trust'],
      ...['--encoding', 'UTF8', '--locale', 'C.UTF-8', '--no-sync'],
    ]);
    await untilLine(child, undefined);
  }

  async start(): Promise<void> {
    if (this.#child !== undefined) return;
    this.#child = this.#spawn('postgres', this.#arguments);
    await untilLine(this.#child, 'ready to accept connections');
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;
  }

  async killHard(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const ended = once(child, 'exit');
    const backends = this.#killAll();
    await ended;
    while (backends.some(isRunning)) await sleep(5); // until then they hold resources that the next start needs
  }

  async close(): Promise<void> {
    await this.stop();
    this.#callOff();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }

  /** Stops the postmaster first, so that it starts no backend while the others die. */
  #killAll(): readonly number[] {
    const { pid } = this.#child ?? {};
    if (pid === undefined) return [];
    this.#child?.kill('SIGSTOP');
    const backends = childrenOf(pid);
    for (const backend of backends) killQuietly(backend);
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
    return backends;
  }

  /** Runs as another user if we are root, which PostgreSQL rejects. Ends with this process. */
  #spawn(program: string, args: readonly string[]): ChildProcess {
    const user =
      process.getuid?.() === 0 ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : ['--no-new-privs'];
    return spawn('setpriv', [...user, '--pdeathsig=INT', join(this.#bin, program), ...args], {
      cwd: this.#folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    });
  }
}

function toArguments(folder: string, port: number, options: TestPostgresOptions): string[] {
  const fsync = options.fsync === false ? 'off' : 'on';
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    max_connections: '200',
    fsync,
    synchronous_commit: fsync,
    full_page_writes: fsync,
    ...options.settings,
  };
  return [
    '-D',
    join(folder, 'data'),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

/** Waits for `line` on stderr, or for a clean exit if there is no line. */
async function untilLine(child: ChildProcess, line: string | undefined): Promise<void> {
  const seen: string[] = [];
  if (child.stderr === null) return;
  const lines = createInterface({ input: child.stderr });
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (text) => {
      if (seen.push(text) > 50) seen.shift();
      if (line !== undefined && text.includes(line)) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (line === undefined && code === 0) resolve();
      else reject(new Error(`PostgreSQL ended with ${code}:\n${seen.join('\n')}`));
    });
  });
}

async function runSql(url: string, statements: readonly string[]): Promise<void> {
  const pool = openPool(url, { connections: 1 });
  for (const statement of statements) await pool.query(statement);
  await pool.end();
}

/** Debian installs these programs outside the PATH, in one folder per version. */
function findPostgres(): string {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const newest = versions.sort((a, b) => Number(b) - Number(a)).map((version) => `/usr/lib/postgresql/${version}/bin`);
  const found = [...newest, ...(process.env['PATH'] ?? '').split(':')].find((bin) => existsSync(join(bin, 'initdb')));
  if (found === undefined) throw new Error('these tests need PostgreSQL: apt-get install postgresql');
  return found;
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
}

function childrenOf(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** A zombie counts as ended. */
function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false; // it is gone
  }
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}
