import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckOutcome, SafetyChecker } from '@bowline/policy';
import { openLocalWorkspace } from '@bowline/workspace';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCheckerRunner } from './create-checker-runner.ts';
import { runExternalChecker, type ProgramEnd } from './run-external-checker.ts';
import { createSpawn } from './spawn-program.ts';

const checker = { name: 'mine', command: '/checkers/mine', requiredContext: [], config: { strict: true } };
const payload = {
  tool: 'write_file',
  args: { file_path: 'a' },
  cwd: '/ws',
  context: { workspaces: ['/ws'], turns: [] },
};

async function answer(stdout: string, end: Partial<ProgramEnd> = {}): Promise<CheckOutcome> {
  const run = async (): Promise<ProgramEnd> => ({ exitCode: 0, stdout, stderr: '', ...end });
  return await runExternalChecker(checker, payload, { run });
}

describe('a checker program', () => {
  test('receives the call as from Gemini CLI', async () => {
    const inputs: unknown[] = [];
    const run = async ({ input }: { input: string }): Promise<ProgramEnd> => {
      inputs.push(JSON.parse(input));
      return { exitCode: 0, stdout: '{"decision":"allow"}', stderr: '' };
    };
    await runExternalChecker(checker, payload, { run });
    await runExternalChecker({ ...checker, requiredContext: ['environment'] }, payload, { run });
    const environment = { cwd: '/ws', workspaces: ['/ws'] };
    const asked = {
      protocolVersion: '1.0.0',
      toolCall: { name: 'write_file', args: { file_path: 'a' } },
      config: { strict: true },
    };
    expect(inputs).toEqual([
      { ...asked, context: { environment, history: { turns: [] } } },
      { ...asked, context: { environment } },
    ]);
  });

  test.each([
    ['{"decision":"allow"}', { kind: 'said', verdict: 'allow' }],
    ['{"decision":"deny","reason":"no"}', { kind: 'said', verdict: 'deny', reason: 'no' }],
    ['{"decision":"ask_user","reason":"a\\u202e\\nb"}', { kind: 'said', verdict: 'ask', reason: 'a b' }],
  ])('answers %s', async (stdout, outcome) => {
    expect(await answer(stdout)).toEqual(outcome);
  });

  test.each(['', 'yes', 'null', '{}', '{"decision":"ALLOW"}', '{"decision":"deny"}', '{"decision":"allow"} trailing'])(
    'has failed if it answers %j',
    async (stdout) => {
      expect(await answer(stdout)).toMatchObject({ kind: 'failed' });
    },
  );

  test('has failed if it exits with an error, whatever it answered', async () => {
    const said = '{"decision":"allow"}';
    expect(await answer(said, { exitCode: 1, stderr: 'oh\nno' })).toEqual({
      kind: 'failed',
      why: 'it exited with code 1: oh no',
    });
    expect(await answer(said, { exitCode: null })).toEqual({ kind: 'failed', why: 'it was ended by a signal' });
  });

  test('has failed if it does not answer in time, even if nothing can end it', async () => {
    const run = (): Promise<ProgramEnd> => new Promise(() => {});
    expect(await runExternalChecker(checker, payload, { run, timeoutMs: 10 })).toEqual({
      kind: 'failed',
      why: 'it did not answer within 0.01 s',
    });
  });

  test('has failed if it cannot be run', async () => {
    const run = (): Promise<ProgramEnd> => Promise.reject(new TypeError('no such program'));
    expect(await runExternalChecker(checker, payload, { run })).toEqual({ kind: 'failed', why: 'no such program' });
  });
});

describe('the checkers of a policy', () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-checkers-')));
  const root = join(base, 'ws');
  const checkersFolder = join(base, 'checkers');
  const scripts: Readonly<Record<string, string>> = {
    reads: 'grep -q write_file && echo \'{"decision":"ask_user","reason":"it writes"}\'',
    'reads-nothing': 'echo \'{"decision":"allow"}\'',
    fails: 'echo broken >&2; exit 3',
    hangs: 'sleep 60',
    prints: 'yes',
    'tells-secrets': 'printf \'{"decision":"deny","reason":"HOME is %s"}\' "$HOME"',
  };

  beforeAll(() => {
    for (const folder of [checkersFolder, join(root, '.git'), join(root, '.vscode')])
      mkdirSync(folder, { recursive: true });
    for (const [name, script] of Object.entries(scripts)) {
      writeFileSync(join(checkersFolder, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(checkersFolder, name), 0o755);
    }
    writeFileSync(join(root, 'judge'), '#!/bin/sh\necho \'{"decision":"allow"}\'\n');
    chmodSync(join(root, 'judge'), 0o755);
    symlinkSync(join(root, 'judge'), join(checkersFolder, 'linked'));
    symlinkSync('/etc', join(root, 'etc'));
    symlinkSync(join(root, 'plain'), join(root, 'node_modules'));
    symlinkSync(join(root, '.git'), join(root, 'g'));
  });
  afterAll(() => {
    rmSync(base, { recursive: true });
  });

  const workspace = openLocalWorkspace({
    root,
    directories: [],
    stateFolder: join(base, 's'),
    supervisorEntry: '',
    execPath: '',
    execArgv: [],
    env: {},
  });
  const runChecker = createCheckerRunner({
    workspace,
    checkersFolder,
    run: createSpawn({ PATH: '/usr/bin:/bin' }),
    timeoutMs: 2000,
  });
  const external = (name: string, args: object = {}): Promise<CheckOutcome> =>
    runChecker({ type: 'external', name, requiredContext: [], config: {} }, { tool: 'write_file', args: { ...args } });
  const inProcess = (name: SafetyChecker['name'], args: Record<string, unknown>, config = {}): Promise<CheckOutcome> =>
    runChecker({ type: 'in-process', name, requiredContext: [], config }, { tool: 'x', args });

  test('are programs in a folder of the user', async () => {
    expect(await external('reads')).toEqual({ kind: 'said', verdict: 'ask', reason: 'it writes' });
  });

  test('need not read their input', async () => {
    expect(await external('reads-nothing', { content: 'x'.repeat(3_000_000) })).toEqual({
      kind: 'said',
      verdict: 'allow',
    });
  });

  test('do not see the environment of Bowline', async () => {
    expect(await external('tells-secrets')).toEqual({ kind: 'said', verdict: 'deny', reason: 'HOME is' });
  });

  test.each([
    ['fails', 'it exited with code 3: broken'],
    ['prints', 'it printed more than 1000000 characters'],
    ['missing', 'ENOENT'],
    ['../ws/judge', 'lower-case letters'],
    ['linked', 'is inside the workspace'],
  ])('deny the call if they fail: %s', async (name, why) => {
    expect(await external(name)).toEqual({ kind: 'failed', why: expect.stringContaining(why) as string });
  });

  test('deny the call if they do not end', async () => {
    const quick = createCheckerRunner({
      workspace,
      checkersFolder,
      run: createSpawn({ PATH: '/usr/bin:/bin' }),
      timeoutMs: 100,
    });
    const outcome = await quick(
      { type: 'external', name: 'hangs', requiredContext: [], config: {} },
      { tool: 'x', args: {} },
    );
    expect(outcome).toMatchObject({ kind: 'failed' });
  });

  test.each([
    [{ file_path: 'a/b.ts' }, 'allow'],
    [{ file_path: '../x' }, 'deny'],
    [{ file_path: 'etc/passwd' }, 'deny'],
    [{ file_path: 'g/config' }, 'deny'],
    [{ file_path: '.GIT/config' }, 'deny'],
    [{ paths: ['a', '../b'] }, 'deny'],
    [{ deep: { source: '/etc/passwd' } }, 'deny'],
    [{ file_path: '.vscode/tasks.json' }, 'ask'],
    [{ file_path: '.vscode/tasks.json', destination: '.env' }, 'deny'],
    [{ file_path: 'node_modules/x' }, 'deny'],
    [{ note: '/etc/passwd' }, 'allow'],
  ])('include allowed-path as in Gemini CLI: %j', async (args, verdict) => {
    expect(await inProcess('allowed-path', args)).toMatchObject({ kind: 'said', verdict });
  });

  test('can be configured which arguments are paths', async () => {
    expect(await inProcess('allowed-path', { note: '/etc' }, { included_args: ['note'] })).toMatchObject({
      verdict: 'deny',
    });
    expect(await inProcess('allowed-path', { a: { path: '/etc' } }, { excluded_args: ['a.path'] })).toMatchObject({
      verdict: 'allow',
    });
  });

  test('deny the call if they are unknown', async () => {
    expect(await inProcess('conseca', {})).toEqual({
      kind: 'failed',
      why: 'there is no check named conseca',
    });
  });
});
