import { fileURLToPath } from 'node:url';
import { toText } from '@bowline/protocol';
import { mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Tool, ToolOutcome } from '../define-tool.ts';
import { openTestWorkspace, type TestWorkspace } from '../../../../tests/kit/open-test-workspace.ts';
import type { WorkspaceCommands } from '@bowline/workspace';
import { backgroundProcess } from './background-process.ts';
import { runShellCommand } from './run-shell-command.ts';
import { toTyped, writeToProcess } from './write-to-process.ts';

const WAIT = 'while [ ! -e go ]; do sleep 0.01; done';
const patient = { timeout: 10_000 };

let folder = '';
let workspace: TestWorkspace;
let calls = 0;
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-')));
  workspace = await openTestWorkspace({
    root: folder,
    directories: [],
    stateFolder: join(folder, 'state'),
    supervisorEntry: fileURLToPath(import.meta.resolve('@bowline/workspace/supervisor')),
    execPath: process.execPath,
    execArgv: ['--conditions=@bowline/source', '--no-warnings'],
    env: { PATH: process.env['PATH'] ?? '' },
    leaseMs: 50,
  });
});
afterEach(async () => {
  workspace.close();
  const address = join(folder, 'state/supervisor.address');
  await expect.poll(() => statSync(address, { throwIfNoEntry: false }), patient).toBeUndefined();
  rmSync(folder, { recursive: true });
});

const scope = { signal: new AbortController().signal, update: () => {} };

async function call(tool: Tool, input: object): Promise<ToolOutcome & { readonly text: string }> {
  const parsed = tool.parse(input);
  if (!parsed.ok) throw new Error(parsed.text);
  const key = `k${(calls += 1)}`;
  const outcome = await parsed.call.run({ ...scope, workspace, key });
  return { ...outcome, text: toText(outcome.content) };
}

async function startInBackground(command: string, more: object = {}): Promise<number> {
  const { data } = await call(runShellCommand, { command, is_background: true, ...more });
  return Number(data?.['pid']);
}

describe('background_process', { timeout: 30_000 }, () => {
  test('reports that there are no background processes', async () => {
    await call(runShellCommand, { command: 'true' });
    expect((await call(backgroundProcess, { action: 'list' })).text).toBe('There are no background processes.');
  });

  test('reports the address of a server in the sandbox', async () => {
    const ports = [{ inside: 3000, outside: 41_000 }];
    const startedAt = new Date().toISOString();
    const server = { key: 'k', command: 'npm start', cwd: folder, pid: 5, status: 'running', startedAt } as const;
    const commands: WorkspaceCommands = {
      start: (spec) => workspace.commands.start(spec),
      find: (key) => workspace.commands.find(key),
      background: async () => [{ ...server, hasTerminal: false, ports, end: null }],
      recent: async () => '',
    };
    const told = async (input: object) => {
      const parsed = backgroundProcess.parse(input);
      if (!parsed.ok) throw new Error(parsed.text);
      return await parsed.call.run({ ...scope, workspace: { ...workspace, commands }, key: 'p' });
    };
    const listed = toText((await told({ action: 'list' })).content);
    expect(listed).toContain('its port 3000 at http://127.0.0.1:41000: ');
    expect((await told({ action: 'read', id: 5 })).data).toMatchObject({ ports });
  });

  test('lists, reads, waits for and reports the end of a process', async () => {
    const id = await startInBackground(`echo one; echo two; ${WAIT}; echo three; exit 4`);
    expect((await call(backgroundProcess, { action: 'list' })).text).toMatch(
      new RegExp(`^Process ${id} has been running for [\\d.]+ s: echo one`),
    );
    const read = async (): Promise<string> => (await call(backgroundProcess, { action: 'read', id, lines: 1 })).text;
    await expect.poll(read, patient).toMatch(/Last output:\ntwo$/);
    expect((await call(backgroundProcess, { action: 'wait', id, timeout_ms: 100 })).text).toMatch(
      /has been running for/,
    );
    writeFileSync(join(folder, 'go'), '');
    const ended = await call(backgroundProcess, { action: 'wait', id });
    expect(ended.text).toMatch(/ended with exit code 4 after [\d.]+ s\. Last output:\none\ntwo\nthree$/);
    expect(ended.data).toMatchObject({ status: 'ended', exitCode: 4 });
    expect((await call(backgroundProcess, { action: 'list' })).text).toMatch(/ended with exit code 4/);
  });

  test('kills a process, and has no effect the second time', async () => {
    const id = await startInBackground(WAIT);
    const killed = await call(backgroundProcess, { action: 'kill', id });
    expect(killed.text).toMatch(/ended after [\d.]+ s: it was killed\. It has printed nothing\.$/);
    expect(() => process.kill(id, 0)).toThrow('ESRCH');
    expect((await call(backgroundProcess, { action: 'kill', id })).text).toBe(killed.text);
  });

  test.each([
    [{ action: 'read' }, 'id is required. There are no background processes.'],
    [{ action: 'kill', id: 1 }, 'There is no background process 1. There are no background processes.'],
  ])('answers %j with the known processes', async (input, text) => {
    expect(await call(backgroundProcess, input)).toMatchObject({ ok: false, errorType: 'process_not_found', text });
  });
});

describe('write_to_process', { timeout: 30_000 }, () => {
  test('answers a prompt, reports the output, and refuses after the process ended', async () => {
    const id = await startInBackground('read -p "name: " x; echo "hello $x"; exit 2', { tty: true, delay_ms: 300 });
    const answered = await call(writeToProcess, { id, input: 'you', delay_ms: 10_000 });
    expect(answered.text).toMatch(/ended with exit code 2 after [\d.]+ s\. It printed:\n(?:name: )?you\nhello you$/);
    expect(await call(writeToProcess, { id, input: 'more' })).toMatchObject({ ok: false, errorType: 'process_ended' });
  });

  test('refuses to type into a process without a terminal', async () => {
    const id = await startInBackground(WAIT);
    expect(await call(writeToProcess, { id, input: 'x' })).toMatchObject({ ok: false, errorType: 'no_terminal' });
    await call(backgroundProcess, { action: 'kill', id });
  });

  test('shows the user what is typed into which process', async () => {
    const id = await startInBackground('cat', { tty: true });
    const parsed = writeToProcess.parse({ id, input: 'y' });
    const shown = parsed.ok ? await parsed.call.preview(workspace) : undefined;
    expect(shown).toEqual({ type: 'text', text: `Type into process ${id} (cat): "y"` });
    expect((await call(writeToProcess, { id, input: '\u{04}', delay_ms: 10_000 })).text).toContain('exit code 0');
  });

  test('types nothing again when a dead process started the call', async () => {
    const parsed = writeToProcess.parse({ id: 1, input: 'y' });
    expect(parsed.ok ? await parsed.call.reattach({ ...scope, workspace, key: 'k' }) : null).toBeUndefined();
  });
});

test.each([
  ['y', 'y\r'],
  ['', '\r'],
  ['a\nb\n', 'a\rb\r'],
  ['\u{03}', '\u{03}'],
])('types %j as %j', (text, typed) => {
  expect(toTyped(text)).toBe(typed);
});
