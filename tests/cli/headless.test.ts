import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer, type ScriptedStep } from '@bowline/testkit';
import { afterEach, expect, test } from 'vitest';
import { HELP } from '../../packages/cli/src/help.ts';
import { VERSION } from '../../packages/cli/src/version.ts';
import { openBench, type Bench } from './run-bowline.ts';

let bench: Bench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

async function open(...steps: readonly ScriptedStep[]): Promise<Bench> {
  bench = await openBench(...steps);
  mkdirSync(bench.home);
  writeFileSync(join(bench.home, 'settings.json'), '{ "general": { "maxAttempts": 1 } } // one request and no more');
  return bench;
}

const lines = (text: string): Record<string, unknown>[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('text: the answer on stdout, nothing else, and exit 0', async () => {
  const { run, server } = await open(answer.text('Hello', ', you.'));
  expect(await run(['-p', 'hi'])).toEqual({ code: 0, stdout: 'Hello, you.\n', stderr: '' });
  expect([server.left(), server.faults]).toEqual([0, []]);
});

test('a warning in the home directory and at the root says how much is accessible', async () => {
  const { run, home } = await open(answer.text('ok'), answer.text('ok'));
  expect((await run(['-p', 'hi'], { cwd: home })).stderr).toContain('You are in your home directory');
  expect((await run(['-p', 'hi'], { cwd: '/' })).stderr).toContain('You are at the root of the file system');
});

test('piped input comes before the prompt', async () => {
  const { run, server } = await open(answer.text('ok'));
  await run(['-p', 'summarise'], { stdin: 'a long text\n' });
  expect(JSON.stringify(server.requests[0]?.body)).toContain('a long text\\n\\nsummarise');
});

test('plain arguments are a prompt too', async () => {
  const { run, server } = await open(answer.text('ok'));
  await run(['what', 'is', 'this']);
  expect(JSON.stringify(server.requests[0]?.body)).toContain('what is this');
});

test('json: one object with the last answer, tokens and calls', async () => {
  const { run, workspace } = await open(
    answer.calls({ name: 'read_file', args: { file_path: 'a.txt' } }),
    answer.text('It says A.'),
  );
  writeFileSync(join(workspace, 'a.txt'), 'A');
  const { code, stdout } = await run(['-p', 'read a.txt', '-o', 'json', '-m', 'some-model']);
  const body = JSON.parse(stdout) as { session_id: string; response: string; stats: { models: object; tools: object } };
  expect(code).toBe(0);
  expect(body).toMatchObject({
    response: 'It says A.',
    stats: { tools: { totalCalls: 1, totalSuccess: 1, totalFail: 0 } },
  });
  expect(Object.keys(body.stats.models)).toEqual(['some-model']);
});

test('stream-json: one line per event, ending with a result', async () => {
  const { run, workspace } = await open(
    answer.calls({ name: 'read_file', args: { file_path: 'a.txt' } }),
    answer.text('It says ', 'A.'),
  );
  writeFileSync(join(workspace, 'a.txt'), 'A');
  const { stdout } = await run(['-p', 'read a.txt', '-o', 'stream-json']);
  const types = lines(stdout).map(({ type, role, status }) => [type, role ?? status ?? '']);
  expect(types).toEqual([
    ['init', ''],
    ['message', 'user'],
    ['tool_use', ''],
    ['tool_result', 'success'],
    ['message', 'assistant'],
    ['result', 'success'],
  ]);
});

test('events: each line is an event of the protocol', async () => {
  const { run } = await open(answer.text('hi'));
  const { stdout } = await run(['-p', 'hi', '-o', 'events']);
  expect(lines(stdout).map(({ type }) => type)).toEqual([
    'agent_start',
    'message',
    'session_update',
    'message_delta',
    'message',
    'usage',
    'agent_end',
  ]);
});

test.each<[string, ScriptedStep, number]>([
  ['a wrong key', answer.httpError(401), 41],
  ['a bad request', answer.httpError(400), 1],
  ['a server that is down', answer.httpError(500), 1],
  ['a refusal', answer.finish('SAFETY', 'I will not'), 60],
  ['an answer cut short', answer.finish('MAX_TOKENS', 'and so'), 53],
])('%s has its own exit code, and the error is in the JSON on stdout', async (_name, step, expected) => {
  const { run } = await open(step);
  const { code, stdout, stderr } = await run(['-p', 'hi', '-o', 'json']);
  expect(code).toBe(expected);
  const body = JSON.parse(stdout) as { error?: { message: string } };
  if (expected !== 53 && expected !== 60) {
    expect(body.error?.message).toBeTruthy();
    expect(stderr).toMatch(/^bowline: .+\n {2}.+/m);
  }
});

test('no key: exit 41, a hint, and no request', async () => {
  const { run, server } = await open();
  const { code, stderr } = await run(['-p', 'hi'], { key: '' });
  expect([code, server.requests.length]).toEqual([41, 0]);
  expect(stderr).toContain('Set GEMINI_API_KEY');
});

test.each([
  [['--nope']],
  [['-o', 'xml', '-p', 'x']],
  [['--approval-mode', 'careless', '-p', 'x']],
  [['--max-turns', 'few', '-p', 'x']],
  [['--takeover', '-p', 'x']],
  [[]],
])('%j is rejected with a hint and exit 42', async (argv) => {
  const { run } = await open();
  const { code, stderr } = await run(argv);
  expect(code).toBe(42);
  expect(stderr.trim().split('\n').length).toBeGreaterThan(1);
});

test('without approval a write is denied, the model is told, and nothing is written', async () => {
  const write = answer.calls({ name: 'write_file', args: { file_path: 'x.txt', content: 'x' } });
  const { run, workspace, server } = await open(write, answer.text('I could not.'));
  expect((await run(['-p', 'write'])).code).toBe(0);
  expect(() => readFileSync(join(workspace, 'x.txt'))).toThrow();
  expect(JSON.stringify(server.requests[1]?.body)).toContain('this run cannot ask');
});

test('with --approval-mode auto_edit a write runs', async () => {
  const write = answer.calls({ name: 'write_file', args: { file_path: 'x.txt', content: 'x' } });
  const { run, workspace } = await open(write, answer.text('Done.'));
  await run(['-p', 'write', '--approval-mode', 'auto_edit']);
  expect(readFileSync(join(workspace, 'x.txt'), 'utf8')).toBe('x');
});

test('--max-turns ends with exit 53', async () => {
  const read = answer.calls({ name: 'list_directory', args: { dir_path: '.' } });
  const { run } = await open(read, read, read);
  expect((await run(['-p', 'go', '--max-turns', '2'])).code).toBe(53);
});

test('a session continues, by default the last in this folder, or by the start of its id', async () => {
  const { run, server } = await open(answer.text('one'), answer.text('two'), answer.text('three'));
  const first = JSON.parse((await run(['-p', 'first', '-o', 'json'])).stdout) as { session_id: string };
  await run(['-r', '-p', 'second']);
  const third = JSON.parse((await run(['-r', first.session_id.slice(0, -3), '-p', 'third', '-o', 'json'])).stdout) as {
    session_id: string;
  };
  expect(third.session_id).toBe(first.session_id);
  const texts = JSON.stringify((server.requests[2]?.body as { contents: unknown }).contents);
  for (const said of ['first', 'one', 'second', 'two', 'third']) expect(texts).toContain(said);
});

test('resuming an unknown session is exit 42', async () => {
  const { run } = await open();
  expect(await run(['-r', '-p', 'x'])).toMatchObject({ code: 42, stdout: '' });
  expect((await run(['-r', 'nope', '-p', 'x'])).stderr).toContain('Session not found: nope');
});

test('--session-id names the session, once', async () => {
  const { run } = await open(answer.text('one'));
  const { stdout } = await run(['-p', 'x', '--session-id', 'mine', '-o', 'json']);
  expect(JSON.parse(stdout)).toMatchObject({ session_id: 'mine' });
  expect(await run(['-p', 'x', '--session-id', 'mine'])).toMatchObject({ code: 42 });
});

test('an abort ends the turn with exit 130 and keeps the session usable', async () => {
  const stop = new AbortController();
  const { run } = await open(answer.hang('I was say'), answer.text('again'));
  const { code, stdout, stderr } = await run(['-p', 'x', '-o', 'events', '--session-id', 'mine'], {
    signal: stop.signal,
    read: (text) => {
      if (text.includes('I was say')) stop.abort();
    },
  });
  expect(code).toBe(130);
  expect(lines(stdout).at(-1)).toMatchObject({ type: 'agent_end', reason: 'aborted' });
  expect(stderr).toBe('bowline: Stopped. To resume: bowline --resume mine\n');
  expect((await run(['-r', '-p', 'go on'])).stdout).toBe('again\n');
});

test.each([
  [['-p', 'x', '--policy', 'nope.toml'], '--policy nope.toml: no such file'],
  [['-p', 'x', '--policy', '.'], '--policy .: no such file'],
  [['-p', 'x', '--include-directories', '.,/nope'], '--include-directories /nope: no such folder'],
  [['policy', 'list', '--policy', 'nope.toml'], '--policy nope.toml: no such file'],
  [['context', '--include-directories', '/nope'], '--include-directories /nope: no such folder'],
  [['-p', 'x', '-m', ''], '-m needs a value: --model NAME\n  Run bowline --help to list the options'],
  [
    ['-p', 'x', '--debug', 'no/such/file'],
    '--debug no/such/file: cannot write to this file (its folder does not exist)',
  ],
  [['-p', 'x', '--record-responses', '.'], '--record-responses .: cannot write to this file (it is a folder)'],
  [['-p', 'x', '--replay-responses', 'nope'], '--replay-responses nope: no such file'],
  [['worker', '--tokens', 'x'], 'Unknown option: --tokens'],
  [['-p', 'x', '--max-cst', '1'], 'Unknown option: --max-cst\n  Did you mean --max-cost?'],
])('%j is exit 42 with the reason, before any request', async (argv, words) => {
  const { run, server } = await open(answer.text('never'));
  const { code, stderr } = await run(argv);
  expect([code, server.requests]).toEqual([42, []]);
  expect(stderr).toContain(`bowline: ${words}\n`);
});

test('sessions are listed, shown, exported, verified and removed', async () => {
  const { run } = await open(answer.text('An answer.'));
  await run(['-p', 'A question', '--session-id', 's1']);
  expect((await run(['sessions', 'list'])).stdout).toMatch(/^s1 .* 2 messages .* A question\n$/);
  expect((await run(['sessions', 'show', 's1'])).stdout).toMatch(
    /You: A question\n.*Model: gemini-2\.5-pro .*\n.*Agent: An answer\.\n.*Turn ended: completed\nUsed gemini-2\.5-pro: [\d,]+ input tokens .* \$0\.00/,
  );
  expect(lines((await run(['sessions', 'export', 's1'])).stdout)[0]).toMatchObject({
    bowline: 'session',
    sessionId: 's1',
  });
  expect((await run(['sessions', 'verify', 'latest'])).stdout).toMatch(
    /^s1: no damage found \(\d+ records verified\)\n$/,
  );
  expect((await run(['sessions', 'rm', 's1'])).code).toBe(0);
  expect((await run(['sessions', 'list'])).stderr).toContain('No sessions');
  expect((await run(['sessions', 'show', 's1'])).code).toBe(42);
});

test('no key, token or password of Bowline reaches a command', async () => {
  const printenv = answer.calls({ name: 'run_shell_command', args: { command: 'env' } });
  const { run, server } = await open(printenv, answer.text('ok'));
  process.env['CANARY_TOKEN'] = 'canary-value';
  await run(['-y', '-p', 'x']);
  delete process.env['CANARY_TOKEN'];
  const told = JSON.stringify(server.requests[1]?.body);
  expect(told).toContain('BOWLINE=1');
  expect(told).not.toContain('canary-value');
  expect(told).not.toContain('GEMINI_API_KEY');
});

test('the version is that of the manifest, and help lists every exit code', () => {
  const manifest = JSON.parse(readFileSync('packages/cli/package.json', 'utf8')) as { version: string };
  expect(VERSION).toBe(manifest.version);
  for (const code of [0, 1, 41, 42, 53, 55, 60, 61, 62, 130]) expect(HELP).toMatch(new RegExp(`^    ${code} `, 'm'));
});
