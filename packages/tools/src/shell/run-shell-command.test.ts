import { fileURLToPath } from 'node:url';
import { toText } from '@bowline/protocol';
import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ParsedCall, ToolOutcome } from '../define-tool.ts';
import { openTestWorkspace, type TestWorkspace } from '../../../../tests/kit/open-test-workspace.ts';
import { runShellCommand } from './run-shell-command.ts';

const launch = {
  supervisorEntry: fileURLToPath(import.meta.resolve('@bowline/workspace/supervisor')),
  execPath: process.execPath,
  execArgv: ['--conditions=@bowline/source', '--no-warnings'],
  env: { PATH: process.env['PATH'] ?? '' },
  leaseMs: 50,
};
const WAIT = 'while [ ! -e go ]; do sleep 0.01; done';

let folder = '';
let workspace: TestWorkspace;
const open = (change: object = {}): Promise<TestWorkspace> =>
  openTestWorkspace({ root: folder, directories: [], stateFolder: join(folder, 'state'), ...launch, ...change });
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-')));
  workspace = await open();
});
afterEach(async () => {
  workspace.close();
  await expect
    .poll(() => statSync(join(folder, 'state/supervisor.address'), { throwIfNoEntry: false }), { timeout: 10_000 })
    .toBeUndefined();
  rmSync(folder, { recursive: true });
});

function parse(input: object): ParsedCall {
  const parsed = runShellCommand.parse(input);
  if (!parsed.ok) throw new Error(parsed.text);
  return parsed.call;
}

interface Change {
  readonly key?: string;
  readonly signal?: AbortSignal;
  readonly update?: (text: string) => void;
}
const toScope = (change: Change) => ({
  workspace,
  key: 'k',
  signal: new AbortController().signal,
  update: () => {},
  ...change,
});
const run = (input: object, change: Change = {}): Promise<ToolOutcome> => parse(input).run(toScope(change));

describe('run_shell_command', { timeout: 20_000 }, () => {
  const cases: readonly [title: string, input: object, text: string, data: object][] = [
    ['output is given', { command: 'echo hi; echo err >&2' }, 'hi\nerr', { exitCode: 0 }],
    ['no output is said to be none', { command: 'true' }, '(no output)', { exitCode: 0 }],
    ['an exit code is said', { command: 'echo no; exit 3' }, 'no\nExit code: 3', { exitCode: 3 }],
    [
      'a signal is said',
      { command: 'kill -9 $$' },
      '(no output)\nEnded by signal: SIGKILL',
      { exitCode: null, signal: 'SIGKILL' },
    ],
    ['colours are not for the model', { command: String.raw`printf '\033[31mred\033[0m\n'` }, 'red', { exitCode: 0 }],
  ];
  test.each(cases)('%s', async (...[, input, text, data]) => {
    const outcome = await run(input);
    const more = { cwd: folder, durationMs: expect.any(Number) as number };
    expect([outcome.ok, toText(outcome.content), outcome.data]).toEqual([true, text, { ...data, ...more }]);
  });

  test('keeps colors for the user, but no other terminal sequences', async () => {
    const updates: string[] = [];
    const outcome = await run(
      { command: String.raw`printf '\033[31mred\033[0m \033]0;title\007\033[2Jtext\n'` },
      { update: (text) => updates.push(text) },
    );
    expect(outcome.display).toEqual({ type: 'text', text: '\u{1B}[31mred\u{1B}[0m text\u{1B}[0m' });
    expect(updates.join('')).toBe('\u{1B}[31mred\u{1B}[0m text\n');
  });

  test('shows the model only the last state of a progress bar', async () => {
    const outcome = await run({ command: String.raw`for i in 1 2 3; do printf "\r$i of 3"; done; echo` });
    expect(toText(outcome.content)).toBe('3 of 3');
  });

  test.each([
    ['a command that does not exist', 'nosuchprogram', /nosuchprogram: command not found\nExit code: 127, in state$/],
    ['where it ran, when not in the workspace', 'exit 2', /^\(no output\)\nExit code: 2, in state$/],
    ['what it left behind', 'sleep 1000 & sleep 1000 &', /^\(no output\)\n2 processes that it left running were ended/],
  ])('reports %s', async (_, command, text) => {
    await run({ command: 'true' }, { key: 'first' });
    expect(toText((await run({ command, dir_path: 'state' })).content)).toMatch(text);
  });

  test('ends a command that is silent or runs for too long, and tells the model why', async () => {
    workspace.close();
    workspace = await open({ limits: { inactivityTimeoutMs: 1000 } });
    const silent = await run({ command: 'echo begun; sleep 1000' });
    expect(silent).toMatchObject({ ok: false, errorType: 'silence' });
    expect(toText(silent.content)).toMatch(/printed nothing for 1\.0 s\. .*timeout_ms.* Its output was:\nbegun$/);
    const late = await run({ command: 'sleep 1000', timeout_ms: 500 }, { key: 'late' });
    expect(late).toMatchObject({ ok: false, errorType: 'timeout' });
    expect(toText(late.content)).toMatch(/time limit of 0\.5 s/);
  });

  test('reports a command that prompts, and keeps it in the background until it is answered', async () => {
    const outcome = await run({ command: 'read -p "Continue? [y/N] " x; echo "got $x"', tty: true });
    expect(outcome).toMatchObject({ ok: true, data: { isBackground: true, isWaiting: true } });
    expect(toText(outcome.content)).toMatch(
      /is waiting for input.*process \d+.*write_to_process.*\nContinue\? \[y\/N\]$/s,
    );
    const again = parse({ command: 'read', tty: true }).reattach(toScope({}));
    expect(await again).toEqual(outcome);
    const command = await workspace.commands.find('k');
    await command?.write('y\r');
    expect((await command?.ended)?.head).toContain('got y');
  });

  test('runs in the given directory', async () => {
    expect(toText((await run({ command: 'pwd', dir_path: 'state/..' })).content)).toBe(folder);
  });

  test.each([
    [{ command: 'pwd', dir_path: '..' }, 'path_outside_workspace'],
    [{ command: 'pwd', dir_path: 'none' }, 'file_not_found'],
  ])('refuses %j: %s', async (input, errorType) => {
    expect(await run(input)).toMatchObject({ ok: false, errorType });
  });

  test('shows output as it arrives', async () => {
    const heard = await new Promise((resolve) => {
      void run({ command: `echo first; ${WAIT}` }, { update: resolve });
    });
    expect(heard).toBe('first\n');
    writeFileSync(join(folder, 'go'), '');
  });

  test('shows the model the beginning and end of long output, and saves the rest to a file', async () => {
    const outcome = await run({ command: 'echo first; seq 1 20000; echo last' });
    const text = toText(outcome.content);
    expect([text.startsWith('first\n1\n'), text.endsWith('20000\nlast'), text.length < 41_000]).toEqual([
      true,
      true,
      true,
    ]);
    expect(text).toContain(`output is in ${outcome.artifact ?? '?'}`);
    expect(readFileSync(outcome.artifact ?? '', 'utf8').split('\n')).toHaveLength(20_003);
  });

  test('ends all processes on abort, and reports the output', async () => {
    const abort = new AbortController();
    const times: number[] = [];
    for (let key = 1; key <= 8 && !times.some((time) => time < 200); key += 1) {
      const abort = new AbortController();
      const ready = Promise.withResolvers<string>();
      const running = run(
        { command: `trap '' TERM; echo $$; ${WAIT}` },
        { key: `${key}`, signal: abort.signal, update: ready.resolve },
      );
      const pid = Number(await ready.promise);
      const began = performance.now();
      abort.abort();
      const outcome = await running;
      times.push(performance.now() - began);
      expect(outcome).toMatchObject({ ok: false, errorType: 'aborted' });
      expect(toText(outcome.content)).toContain(`Its output was:\n${pid}`);
      expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    }
    expect(Math.min(...times)).toBeLessThan(200);
    abort.abort();
    expect(await run({ command: 'touch never' }, { signal: abort.signal, key: 'last' })).toMatchObject({
      errorType: 'aborted',
    });
    expect(statSync(join(folder, 'never'), { throwIfNoEntry: false })).toBeUndefined();
  });

  test('continues in the background, and reports the output so far', async () => {
    const outcome = await run({ command: `echo listening; ${WAIT}; echo over`, is_background: true, delay_ms: 300 });
    expect(outcome).toMatchObject({ ok: true, data: { key: 'k', isBackground: true } });
    expect(toText(outcome.content)).toContain('Output so far:\nlistening');
    const command = await workspace.commands.find('k');
    expect(command?.pid).toBe(outcome.data?.['pid']);
    writeFileSync(join(folder, 'go'), '');
    expect(await command?.ended).toMatchObject({ exitCode: 0, head: 'listening\nover\n' });
  });

  test('reports a background command that ends at once', async () => {
    const outcome = await run({ command: 'echo broken; exit 1', is_background: true, delay_ms: 10_000 });
    expect(toText(outcome.content)).toBe('broken\nExit code: 1');
  });

  test('finds a call by its key while it runs and afterwards', async () => {
    const input = { command: `printf x >> runs; ${WAIT}; echo end` };
    const started = Promise.withResolvers<undefined>();
    const first = run(
      { command: `echo up; ${input.command}` },
      {
        update: () => {
          started.resolve(undefined);
        },
      },
    );
    await started.promise;
    const again = parse(input).reattach(toScope({}));
    writeFileSync(join(folder, 'go'), '');
    expect(await again).toEqual(await first);
    expect(await parse(input).reattach(toScope({}))).toEqual(await first);
    expect(readFileSync(join(folder, 'runs'), 'utf8')).toBe('x');
  });

  test('finds nothing to resume for a call that never started', async () => {
    expect(await parse({ command: 'true' }).reattach(toScope({ key: 'other' }))).toBeUndefined();
  });

  test('tells the model, and throws nothing, if there is no supervisor', async () => {
    workspace = await open({ supervisorEntry: '/none/main.ts' });
    expect(await run({ command: 'true' })).toMatchObject({ ok: false, errorType: 'shell_unavailable' });
  });
});
