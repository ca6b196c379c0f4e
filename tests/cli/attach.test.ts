import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createHostEnvironment } from '@bowline/assembly';
import { createMessage, isLiveOnly, type AgentEvent } from '@bowline/protocol';
import { answer, outline, type ScriptedStep } from '@bowline/testkit';
import type { OpenedTui } from '@bowline/tui';
import { afterEach, expect, test } from 'vitest';
import { describeLeaving } from '../../packages/cli/src/interactive/describe-leaving.ts';
import { runCli } from '../../packages/cli/src/run-cli.ts';
import { openScreenBench, turn, type ScreenBench } from './screen-bench.ts';

let bench: ScreenBench | undefined;
const children: ChildProcess[] = [];
const opened: OpenedTui[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await bench?.close();
  bench = undefined;
});

async function open(...steps: readonly ScriptedStep[]): Promise<ScreenBench> {
  bench = await openScreenBench(...steps);
  return bench;
}

/** Opens a session in this process. */
async function own({ host }: ScreenBench): Promise<OpenedTui> {
  const owner = await (await host()).abilities.open({ kind: 'new' });
  opened.push(owner);
  return owner;
}

/** Attaches to the same session through its socket. */
async function attach({ host }: ScreenBench, sessionId: string): Promise<{ seen: OpenedTui; heard: AgentEvent[] }> {
  const { start, abilities } = await host('attach', sessionId);
  const seen = await abilities.open(start.choice);
  opened.push(seen);
  const heard: AgentEvent[] = [];
  seen.agent.subscribe((event) => heard.push(event));
  return { seen, heard };
}

async function list(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const all: AgentEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const withoutLive = (lines: readonly string[]): string[] => lines.filter((line) => !line.startsWith('~'));

test('an attached client receives exactly the events of the session and can read earlier ones', async () => {
  const stage = await open(answer.text('A'), answer.text('B', 'C'));
  const owner = await own(stage);
  await turn(owner.agent, 'one');
  const { seen, heard } = await attach(stage, owner.agent.sessionId);
  expect(seen).toMatchObject({ isAttached: true, isUnfinished: false });
  expect(await list(seen.agent.events())).toEqual(await list(owner.agent.events()));
  const there = await turn(owner.agent, 'two');
  await expect.poll(() => heard.at(-1)?.type, { timeout: 20_000 }).toBe('agent_end');
  expect(heard).toEqual(there);
  expect(heard.some(({ type }) => type === 'message_delta')).toBe(true);
  expect(await list(seen.agent.events())).toEqual(await list(owner.agent.events()));
});

test('a message from an attached client is sent to the session', async () => {
  const stage = await open(answer.text('A'));
  const owner = await own(stage);
  const { seen } = await attach(stage, owner.agent.sessionId);
  const lines = withoutLive(outline(await turn(seen.agent, 'from elsewhere')));
  expect(lines.slice(0, 2)).toEqual(['agent_start', 'user: from elsewhere']);
  expect(lines.at(-1)).toBe('agent_end completed');
  await seen.agent.send({ update: { mode: 'plan' } });
  expect(await owner.agent.status()).toMatchObject({ mode: 'plan' });
  expect(await seen.agent.status()).toEqual(await owner.agent.status());
});

test('an approval answered by another client is closed here', async () => {
  const stage = await open(
    answer.calls({ name: 'write_file', args: { file_path: 'a.txt', content: 'x' } }),
    answer.text('done'),
  );
  const owner = await own(stage);
  const { seen, heard } = await attach(stage, owner.agent.sessionId);
  await owner.agent.send(createMessage('go'));
  await expect.poll(() => heard.some(({ type }) => type === 'input_request'), { timeout: 20_000 }).toBe(true);
  const [question] = (await seen.agent.status()).pendingInputs;
  if (question?.kind !== 'confirmation') throw new TypeError('nothing is asked');
  const { inputId, digest } = question;
  await seen.agent.send({ input: { inputId, answer: { kind: 'confirmation', outcome: 'once', digest } } });
  await expect.poll(() => heard.at(-1)?.type, { timeout: 20_000 }).toBe('agent_end');
  expect((await owner.agent.status()).pendingInputs).toEqual([]);
  expect(readFileSync(join(stage.workspace, 'a.txt'), 'utf8')).toBe('x');
});

test('an answer from an attached client is recorded under the name of the user, whatever name it contains', async () => {
  const stage = await open(
    answer.calls({ name: 'write_file', args: { file_path: 'a.txt', content: 'x' } }),
    answer.text('done'),
  );
  const owner = await own(stage);
  const { seen, heard } = await attach(stage, owner.agent.sessionId);
  await owner.agent.send(createMessage('go'));
  await expect.poll(() => heard.some(({ type }) => type === 'input_request'), { timeout: 20_000 }).toBe(true);
  const [question] = (await seen.agent.status()).pendingInputs;
  if (question?.kind !== 'confirmation') throw new TypeError('nothing is asked');
  const { inputId, digest } = question;
  await seen.agent.send({ input: { inputId, answer: { kind: 'confirmation', outcome: 'once', digest }, by: 'admin' } });
  await expect.poll(() => heard.at(-1)?.type, { timeout: 20_000 }).toBe('agent_end');
  expect(heard.filter(({ type }) => type === 'input_response')).toMatchObject([{ by: 'ada' }]);
});

test('bowline approve answers in the process that has the session open', async () => {
  const stage = await open(
    answer.calls({ name: 'write_file', args: { file_path: 'a.txt', content: 'x' } }),
    answer.text('done'),
  );
  const owner = await own(stage);
  const heard: AgentEvent[] = [];
  owner.agent.subscribe((event) => heard.push(event));
  await owner.agent.send(createMessage('go'));
  await expect.poll(() => heard.some(({ type }) => type === 'input_request'), { timeout: 20_000 }).toBe(true);
  const { sessionId } = owner.agent;
  const said = { stdout: '', stderr: '' };
  const machine = createHostEnvironment({
    ...process,
    name: 'bowline approve',
    version: '0',
    home: stage.home,
    env: stage.env,
  });
  const code = await runCli(['approve', sessionId], {
    stdout: (text) => void (said.stdout += text),
    stderr: (text) => void (said.stderr += text),
    status: () => undefined,
    isStderrTty: false,
    isStdoutTty: false,
    isStdinTty: true,
    readStdin: async () => '',
    cwd: stage.workspace,
    home: stage.home,
    env: stage.env,
    machine,
    signal: new AbortController().signal,
  });
  expect({ code, ...said }).toEqual({
    code: 0,
    stdout: '',
    stderr: `bowline: Answered: Write a.txt?\n  Session ${sessionId} continues in the process that has it open. To watch it: bowline attach ${sessionId}\n`,
  });
  await expect.poll(() => heard.at(-1)?.type, { timeout: 20_000 }).toBe('agent_end');
  expect(readFileSync(join(stage.workspace, 'a.txt'), 'utf8')).toBe('x');
});

test('an invalid message is rejected with the code and hint of the owner', async () => {
  const stage = await open();
  const owner = await own(stage);
  const { seen } = await attach(stage, owner.agent.sessionId);
  const sending = seen.agent.send({ action: { name: 'dance' } });
  await expect(sending).rejects.toMatchObject({
    code: 'SEND_INVALID',
    hint: 'Use resume, retry, compact, preview, rewind or restore',
  });
});

test('only the user can connect to the socket, and invalid input closes the connection', async () => {
  const stage = await open();
  const owner = await own(stage);
  const file = join(stage.home, 'sessions', owner.agent.sessionId, 'socket.address');
  const path = readFileSync(file, 'utf8');
  expect([statSync(file).mode & 0o077, statSync(path).mode & 0o077]).toEqual([0, 0]);
  const socket = connect(path);
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.resume().write('not JSON\n');
  await closed;
  await owner.close();
  expect([existsSync(file), existsSync(path)]).toEqual([false, false]);
});

test('resuming a session that runs in another process attaches to it', async () => {
  const stage = await open(answer.text('A'));
  const owner = await own(stage);
  await turn(owner.agent, 'one');
  const { abilities } = await stage.host();
  const seen = await abilities.open({ kind: 'resume', sessionId: owner.agent.sessionId });
  opened.push(seen);
  expect(seen.isAttached).toBe(true);
});

/** Starts `bowline -p` in its own process. */
function startOwner({ env, workspace, home }: ScreenBench, ...argv: readonly string[]): ChildProcess {
  const main = join(import.meta.dirname, '../../packages/cli/src/main.ts');
  writeFileSync(join(home, 'settings.json'), '{}');
  const child = spawn(process.execPath, ['--conditions=@bowline/source', '--no-warnings', main, ...argv], {
    cwd: workspace,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  return child;
}

test('a client can watch, steer and stop a session of another process, and is told when it ends', async () => {
  const stage = await open({ chunks: [{ text: 'so ' }], hang: 'body' });
  const child = startOwner(stage, '-p', 'go', '--session-id', 'shared');
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  await expect
    .poll(() => existsSync(join(stage.home, 'sessions/shared/socket.address')), { timeout: 20_000 })
    .toBe(true);
  const { seen, heard } = await attach(stage, 'shared');
  await expect.poll(async () => outline(await list(seen.agent.events())), { timeout: 20_000 }).toContain('user: go');
  await seen.agent.send(createMessage('and another thing'));
  await expect.poll(() => outline(heard), { timeout: 20_000 }).toContain('user: and another thing');
  await seen.agent.abort();
  await expect.poll(() => outline(heard), { timeout: 20_000 }).toContain('agent_end aborted');
  expect(await exited).toBe(130);
  const ended = { kind: 'ended', pid: child.pid, hasDied: false };
  await expect.poll(() => seen.watched?.owner(), { timeout: 20_000 }).toMatchObject(ended);
  await expect(seen.agent.send(createMessage('hello?'))).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
});

test('a client is told when the owner is killed, and reads the status from the log', async () => {
  const stage = await open({ chunks: [{ text: 'so ' }], hang: 'body' });
  const child = startOwner(stage, '-p', 'go', '--session-id', 'shared');
  await expect
    .poll(() => existsSync(join(stage.home, 'sessions/shared/socket.address')), { timeout: 20_000 })
    .toBe(true);
  const { seen } = await attach(stage, 'shared');
  await expect.poll(() => stage.server.requests.length, { timeout: 20_000 }).toBe(1);
  expect(seen.watched?.owner()).toMatchObject({ kind: 'running', pid: child.pid, canSend: true });
  child.kill('SIGKILL');
  const ended = { kind: 'ended', pid: child.pid, hasDied: true };
  await expect.poll(() => seen.watched?.owner(), { timeout: 20_000 }).toMatchObject(ended);
  await expect(seen.agent.send(createMessage('hello?'))).rejects.toMatchObject({
    code: 'SESSION_CLOSED',
    hint: expect.stringContaining('--resume shared') as string,
  });
  expect(await seen.agent.status()).toMatchObject({ sessionId: 'shared' });
  expect(describeLeaving(stage.keeper.last, stage.keeper.used)).toContain('bowline --resume shared');
});

test('a client follows the next process, and receives every event once', async () => {
  const stage = await open({ chunks: [{ text: 'so ' }], hang: 'body' }, answer.text('finished'), answer.text('B'));
  const child = startOwner(stage, '-p', 'go', '--session-id', 'shared');
  await expect
    .poll(() => existsSync(join(stage.home, 'sessions/shared/socket.address')), { timeout: 20_000 })
    .toBe(true);
  const { seen, heard } = await attach(stage, 'shared');
  await expect.poll(() => stage.server.requests.length, { timeout: 20_000 }).toBe(1);
  child.kill('SIGKILL');
  await expect.poll(() => seen.watched?.owner().kind, { timeout: 20_000 }).toBe('ended');
  const { abilities } = await stage.host();
  const next = await abilities.open({ kind: 'resume', sessionId: 'shared' });
  opened.push(next);
  const here = { kind: 'running', pid: process.pid, canSend: true };
  await expect.poll(() => seen.watched?.owner(), { timeout: 20_000 }).toMatchObject(here);
  await next.agent.send({ action: { name: 'resume' } });
  await expect.poll(() => outline(heard), { timeout: 20_000 }).toContain('agent_end completed');
  await turn(seen.agent, 'and on');
  const all = await list(next.agent.events());
  expect(await list(seen.agent.events())).toEqual(all);
  const kept = heard.filter((event) => !isLiveOnly(event)).map(({ id }) => id);
  expect(kept).toEqual(all.map(({ id }) => id).slice(-kept.length));
});

test('a session that no process has open is rejected with how to resume it', async () => {
  const stage = await open(answer.text('A'));
  const owner = await own(stage);
  await turn(owner.agent, 'please say hello there');
  await owner.close();
  await expect(attach(stage, owner.agent.sessionId)).rejects.toMatchObject({
    code: 'SESSION_CLOSED',
    message: 'No process has session "say hello there" open',
    hint: `To continue it here: bowline --resume ${owner.agent.sessionId}`,
  });
});

test('the latest session that a process has open is attached to by default', async () => {
  const stage = await open(answer.text('A'), answer.text('B'));
  const owner = await own(stage);
  await turn(owner.agent, 'one');
  const later = await own(stage);
  await turn(later.agent, 'two');
  await later.close();
  const { seen } = await attach(stage, 'latest');
  expect(seen.agent.sessionId).toBe(owner.agent.sessionId);
});

test('a run that receives SIGTERM exits with 143', async () => {
  const stage = await open({ chunks: [{ text: 'so ' }], hang: 'body' });
  const child = startOwner(stage, '-p', 'go', '--session-id', 'ended');
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const { home } = stage;
  await expect.poll(() => existsSync(join(home, 'sessions/ended/socket.address')), { timeout: 20_000 }).toBe(true);
  child.kill('SIGTERM');
  expect(await exited).toBe(143);
});
