import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answer, openModelServer, scriptedModel, type ModelServer, type ScriptedStep } from '@bowline/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isAlive } from '../../../tests/tools/is-alive.ts';
import { openSession, type SessionOptions } from './main.ts';

const patient = { timeout: 10_000, interval: 5 };
const spent = answer.quota({ quotaId: 'GenerateRequestsPerDayPerProjectPerModel', retryDelay: '36000s' });

/** A separate home directory, so that the settings of the developer are not read. */
function setUpMachine(more: Readonly<Record<string, string>> = {}): void {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-sdk-'));
  const env = { HOME: folder, BOWLINE_HOME: join(folder, 'home'), ...more };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
}

async function openServer(steps: readonly ScriptedStep[]): Promise<ModelServer> {
  const server = await openModelServer(steps);
  onTestFinished(async () => {
    await server.close();
  });
  setUpMachine({ GOOGLE_GEMINI_BASE_URL: server.url });
  return server;
}

async function ask(options: SessionOptions): Promise<string> {
  await using bowline = await openSession({ builtInTools: false, workspace: tmpdir(), ...options });
  return (await bowline.ask('go')).text;
}

test('sessions with the same key share the availability of models; a session with another key does not', async () => {
  const server = await openServer([spent, answer.text('one'), answer.text('two'), answer.text('three')]);
  expect(await ask({ apiKey: 'key of one account' })).toBe('one');
  expect(await ask({ apiKey: 'key of one account' })).toBe('two');
  expect(await ask({ apiKey: 'key of another' })).toBe('three');
  const [first, instead, second, third] = server.requests.map(({ model }) => model);
  expect(instead).not.toBe(first);
  expect([second, third]).toEqual([instead, first]);
  expect(server.faults).toEqual([]);
});

test('sessions with the same client share it too, also while both are open', async () => {
  setUpMachine();
  const client = scriptedModel([spent, answer.text('one'), answer.text('two')]);
  const other = scriptedModel([answer.text('three')]);
  const options = { builtInTools: false, workspace: tmpdir(), client };
  await using left = await openSession(options);
  await using right = await openSession(options);
  expect((await left.ask('go')).text).toBe('one');
  expect((await right.ask('go')).text).toBe('two');
  expect(await ask({ client: other })).toBe('three');
  const [first, instead, second] = client.requests.map(({ model }) => model);
  expect(instead).not.toBe(first);
  expect(second).toBe(instead);
  expect(other.requests.map(({ model }) => model)).toEqual([first]);
});

test('an empty prompt is refused before a request is sent', async () => {
  const server = await openServer([]);
  for (const text of ['', ' \n '])
    await expect(
      openSession({ builtInTools: false, workspace: tmpdir(), apiKey: 'k' }).then(async (bowline) => {
        await using open = bowline;
        return await open.ask(text);
      }),
    ).rejects.toMatchObject({ code: 'SEND_INVALID', message: 'The prompt is empty' });
  expect(server.requests).toEqual([]);
});

test.each([
  ['after its turn', []],
  [
    'while its turn runs, which is waited for',
    [{ name: 'run_shell_command', args: { command: 'touch started; sleep 2' } }],
  ],
])('a session that is closed %s leaves no process and no temporary file', async (_, before) => {
  setUpMachine();
  const temporary = mkdtempSync(join(tmpdir(), 'bowline-sdk-tmp-'));
  vi.stubEnv('TMPDIR', temporary);
  onTestFinished(() => {
    rmSync(temporary, { recursive: true });
  });
  const call = {
    name: 'run_shell_command',
    args: { command: 'echo $$ $PPID > pids; exec sleep 1000', is_background: true },
  };
  const client = scriptedModel([...before.map((each) => answer.calls(each)), answer.calls(call), answer.text('done')]);
  const options = {
    workspace: temporary,
    client,
    approval: { mode: 'yolo' },
    sandbox: { mode: 'off' },
    trust: { isTrusted: true },
  } as const;
  const bowline = await openSession(options);
  const asked = bowline.ask('go');
  if (before.length === 0) {
    await asked;
    await expect.poll(() => existsSync(join(temporary, 'pids')) && readPids().length, patient).toBe(2);
    expect(readPids().map(isAlive)).toEqual([true, true]);
  } else await expect.poll(() => existsSync(join(temporary, 'started')), patient).toBe(true);
  await bowline.close();
  expect((await asked).text).toBe('done');
  await expect.poll(() => readPids().map(isAlive), patient).toEqual([false, false]);
  const left = readdirSync(temporary, { recursive: true }).map(String);
  expect(left.filter((name) => /bowline-\d+\//.test(name))).toEqual([]);

  function readPids(): number[] {
    return readFileSync(join(temporary, 'pids'), 'utf8').trim().split(' ').map(Number);
  }
});
