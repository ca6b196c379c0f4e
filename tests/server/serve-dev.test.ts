import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRemoteServer, openRemoteAgent } from '@bowline/client';
import { AgentSession, createMessage } from '@bowline/protocol';
import { openPool } from '@bowline/server';
import { all, answer, openModelServer, type ModelServer } from '@bowline/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findProcess } from '../kit/process-cost.ts';
import { atExit } from '../kit/at-exit.ts';
import { openPostgres, type TestPostgres } from './open-postgres.ts';

const main = join(import.meta.dirname, '../../packages/cli/src/main.ts');
let folder: string;
let postgres: TestPostgres;
let model: ModelServer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-dev-'));
  for (const name of ['work', 't']) mkdirSync(join(folder, name));
  postgres = await openPostgres({ fsync: false });
  const admin = openPool(postgres.adminUrl, { connections: 1 });
  await admin.query('grant bowline_app to bowline_owner');
  await admin.end();
  model = await openModelServer([answer.text('one'), answer.text('two')]);
}, 120_000);
afterEach(async () => {
  await model.close();
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

interface DevServer {
  readonly child: ChildProcess;
  readonly url: string;
  readonly token: string;
  /** Stops it cleanly and returns its exit code. */
  readonly stop: () => Promise<number | null>;
}

async function startServer(home: string): Promise<DevServer> {
  const words = [
    'serve',
    '--dev',
    '--database',
    postgres.ownerUrl,
    '--port',
    '0',
    '--workspaces',
    join(folder, 'work'),
  ];
  const child = spawn(process.execPath, ['--conditions=@bowline/source', '--no-warnings', main, ...words], {
    cwd: join(folder, 'work'),
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      TMPDIR: join(folder, 't'),
      BOWLINE_HOME: home,
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: model.url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const callOff = atExit(() => child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const [ready] = (await Promise.race([once(child.stdout, 'data'), ended])) as unknown[];
  if (!(ready instanceof Buffer)) throw new Error(`serve --dev did not start:\n${said}`);
  const token = readFileSync(join(home, 'serve/token'), 'utf8');
  const stop = async (): Promise<number | null> => {
    child.kill('SIGTERM');
    const [code] = await ended;
    callOff();
    return code;
  };
  return { child, url: ready.toString().trim(), token, stop };
}

/** The answer of the model in a new session. */
async function ask({ url, token }: DevServer): Promise<string> {
  const sessionId = await createRemoteServer({ url, token }).create({ workspace: join(folder, 'work') });
  const agent = await openRemoteAgent({ url, token, sessionId });
  const events = await all(new AgentSession(agent).sendStream(createMessage('hi')));
  agent.close();
  return events
    .flatMap((event) => (event.type === 'message' && event.role === 'agent' ? event.content : []))
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('');
}

/** The TCP ports that a process listens on. */
function portsOf(pid: number): readonly number[] {
  const own = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return []; // closed in the meantime
      }
    }),
  );
  const rows = ['tcp', 'tcp6'].flatMap((name) => readFileSync(`/proc/${pid}/net/${name}`, 'utf8').split('\n').slice(1));
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode = '']) => state === '0A' && own.has(inode))
    .map(([, local = '']) => Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16));
}

test.each([
  ['a short home', 'a home'],
  ['a home whose path is too long for sockets', join('h'.repeat(60), 'a home')],
])('in %s, serve --dev answers turns, and its Restate listens on sockets of this user only', async (_, name) => {
  const home = join(folder, name);
  const first = await startServer(home);
  expect(await ask(first)).toBe('one');
  const data = join(home, 'serve/restate/node');
  const shell = findProcess('/bin/restate-server', folder); // which ends Restate when serve is gone
  const engine = Number.parseInt(readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8'), 10);
  expect(readlinkSync(`/proc/${engine}/exe`)).toContain('restate-server');
  expect(portsOf(engine)).toEqual([]);
  expect(portsOf(first.child.pid ?? 0)).toContain(Number(new URL(first.url).port));
  for (const file of ['fabric', 'ingress', 'admin'].map((part) => join(data, `dev/${part}.sock`)))
    expect(lstatSync(file).isSocket()).toBe(true);
  expect(lstatSync(join(home, 'serve/restate')).mode & 0o777).toBe(0o700);
  expect(await first.stop()).toBe(0);

  const second = await startServer(home);
  expect(await ask(second)).toBe('two');
  expect(await second.stop()).toBe(0);
  const left = readdirSync(join(folder, 't')).filter((entry) => readdirSync(join(folder, 't', entry)).includes('s'));
  expect(left).toEqual([]);
});
