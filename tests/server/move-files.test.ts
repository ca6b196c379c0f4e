import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHostEnvironment, openSession } from '@bowline/assembly';
import { createRemoteServer, openRemoteAgent } from '@bowline/client';
import { AgentSession, createMessage } from '@bowline/protocol';
import { createModelSetup } from '@bowline/providers';
import { openPool } from '@bowline/server';
import { all, answer, openModelServer, scriptedModel, type ModelServer } from '@bowline/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { atExit } from '../kit/at-exit.ts';
import { openPostgres, type TestPostgres } from './open-postgres.ts';

const main = join(import.meta.dirname, '../../packages/cli/src/main.ts');
const node = ['--conditions=@bowline/source', '--no-warnings'];
const ID = 'moves';
const COMMAND = 'sed -i s/one/ONE/ a.txt; echo there > both.txt; mkdir made; echo new > made/new.txt; rm gone.txt';

let folder: string;
let postgres: TestPostgres;
let model: ModelServer;
let server: ChildProcess | undefined;
let url = '';
const at = (name: string): string => join(folder, 'project', name);
const texts = (): string[] => ['a.txt', 'both.txt'].map((name) => readFileSync(at(name), 'utf8'));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-move-files-'));
  for (const name of ['project/.git', 'server', 'here', 't']) mkdirSync(join(folder, name), { recursive: true });
  postgres = await openPostgres({ fsync: false });
  const admin = openPool(postgres.adminUrl, { connections: 1 });
  await admin.query('grant bowline_app to bowline_owner');
  await admin.end();
  model = await openModelServer([answer.text('done there')]);
  url = await startServer();
}, 180_000);
afterEach(async () => {
  if (server?.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  await model.close();
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A real server in a process of its own, which keeps files. */
async function startServer(): Promise<string> {
  const home = join(folder, 'server');
  const files = ['--files', join(folder, 'objects'), '--homes', join(folder, 'homes')];
  const words = ['serve', '--dev', '--database', postgres.ownerUrl, '--port', '0', ...files];
  const child = spawn(process.execPath, [...node, main, ...words], {
    cwd: home,
    env: {
      ...{ PATH: process.env['PATH'], HOME: home, TMPDIR: join(folder, 't'), BOWLINE_HOME: home },
      ...{ GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: model.url },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  server = child;
  const callOff = atExit(() => child.kill('SIGKILL'));
  child.once('exit', callOff);
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const [ready] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as unknown[];
  if (!(ready instanceof Buffer)) throw new Error(`serve --dev did not start:\n${said}`);
  return ready.toString().trim();
}

const token = (): string => readFileSync(join(folder, 'server/serve/token'), 'utf8');

function bowline(...words: string[]): {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  const home = join(folder, 'here');
  const env = { PATH: process.env['PATH'], HOME: home, BOWLINE_HOME: home, BOWLINE_TOKEN: token() };
  const run = spawnSync(process.execPath, [...node, main, ...words], {
    cwd: at('.'),
    env: { ...env, GEMINI_API_KEY: 'none' },
    encoding: 'utf8',
  });
  return { code: run.status, stdout: run.stdout, stderr: run.stderr };
}

/** A session here whose command waits for an approval. */
async function askHere(): Promise<void> {
  const home = join(folder, 'here');
  const { pid, execPath, platform } = process;
  const env = { PATH: process.env['PATH'], BOWLINE_HOME: home };
  const facts = { name: 'test', version: '0', pid, execPath, execArgv: node, platform, env, home };
  const call = { name: 'run_shell_command', args: { command: COMMAND } };
  const opened = await openSession(
    {
      workspace: at('.'),
      models: createModelSetup({ client: scriptedModel([answer.calls(call)]) }),
      model: { name: 'scripted' },
      approval: { canAsk: true },
      sandbox: { mode: 'off' },
      session: { id: ID },
      isInteractive: false,
    },
    createHostEnvironment(facts),
  );
  const asked = new Promise((resolve) => {
    opened.session.subscribe((event) => {
      if (event.type === 'input_request') resolve(event);
    });
  });
  await opened.session.send(createMessage('do it'));
  await asked;
  await opened.close();
}

async function answerThere(): Promise<void> {
  const agent = await openRemoteAgent({ url, token: token(), sessionId: ID });
  const { pendingInputs, activeStreamId } = await agent.status();
  const [asked] = pendingInputs;
  if (asked?.kind !== 'confirmation') throw new Error('the question did not move');
  const { inputId, digest } = asked;
  await agent.send({ input: { inputId, answer: { kind: 'confirmation', outcome: 'once', digest } } });
  const events = await all(new AgentSession(agent).stream({ streamId: activeStreamId ?? '' }));
  agent.close();
  expect(events.find(({ type }) => type === 'tool_response')).toMatchObject({ isError: false });
  expect(events.at(-1)).toMatchObject({ type: 'agent_end', reason: 'completed' });
}

/** Pulls when the worker has let the session go. */
async function pull(): Promise<ReturnType<typeof bowline>> {
  for (;;) {
    const pulled = bowline('sessions', 'pull', url, ID);
    if (!pulled.stderr.includes('is running')) return pulled;
  }
}

test(
  'a session with a pending approval works on the server with its files, and both come back to a folder that was edited',
  { timeout: 240_000 },
  async () => {
    writeFileSync(at('a.txt'), 'one\n\n\n\ntwo\n');
    writeFileSync(at('both.txt'), 'both\n');
    writeFileSync(at('gone.txt'), 'gone\n');
    writeFileSync(at('.git/HEAD'), 'ref: refs/heads/mine\n');
    await askHere();
    const pushed = bowline('sessions', 'push', url, ID);
    expect(pushed).toMatchObject({ code: 0, stdout: expect.stringContaining('went with it') as string });
    expect(pushed.stdout).toContain('1 approval pending');

    writeFileSync(at('a.txt'), 'one\n\n\n\nTWO\n');
    writeFileSync(at('both.txt'), 'mine\n');
    writeFileSync(at('mine.txt'), 'mine\n');
    await answerThere();
    const there = join(folder, 'homes/default', ID, 'files');
    expect(readdirSync(there).toSorted()).toEqual(['a.txt', 'both.txt', 'made']);
    expect(texts()).toEqual(['one\n\n\n\nTWO\n', 'mine\n']);

    const pulled = await pull();
    expect(pulled).toMatchObject({ code: 0, stdout: expect.stringContaining(`Moved ${ID} here`) as string });
    expect(texts()).toEqual(['ONE\n\n\n\nTWO\n', 'mine\n']);
    expect(readFileSync(at('made/new.txt'), 'utf8')).toBe('new\n');
    expect(readFileSync(at('mine.txt'), 'utf8')).toBe('mine\n');
    expect(readFileSync(at('.git/HEAD'), 'utf8')).toBe('ref: refs/heads/mine\n');
    expect(existsSync(at('gone.txt'))).toBe(false);
    expect(pulled.stderr).toContain('left as they are here:\n  both.txt\n');

    // A second pull brings nothing again, whatever has changed here meanwhile.
    writeFileSync(at('a.txt'), 'mine\n');
    expect(bowline('sessions', 'pull', url, ID)).toMatchObject({ code: 0 });
    expect(texts()).toEqual(['mine\n', 'mine\n']);

    // And back: the server gets the files as they are here now.
    expect(bowline('sessions', 'push', url, ID).stdout).toContain('went with it');
    expect((await createRemoteServer({ url, token: token() }).list()).map(({ movedTo }) => movedTo ?? null)).toEqual([
      null,
    ]);
  },
);
