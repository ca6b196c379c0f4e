import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answer, openGeminiServer, type ScriptedStep } from '@bowline/testkit';
import { expect, onTestFinished, test } from 'vitest';

const examples = join(import.meta.dirname, '../../packages/sdk/examples');

/** Starts an example with a scripted model; `stdout` returns what it has printed so far, including stderr. */
async function start(
  name: string,
  steps: readonly ScriptedStep[],
): Promise<{ stdout: () => string; ended: Promise<number | null>; stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-sdk-'));
  const server = await openGeminiServer(steps);
  const child = spawn(process.execPath, ['--conditions=@bowline/source', '--no-warnings', join(examples, name)], {
    cwd: folder,
    env: {
      ...process.env,
      BOWLINE_HOME: join(folder, 'home'),
      GEMINI_API_KEY: 'k',
      GOOGLE_GEMINI_BASE_URL: server.url,
    },
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { stdout: () => out, ended, stop: () => child.kill() };
}

const patient = { timeout: 60_000 };

test('one question gets an answer', patient, async () => {
  const { stdout, ended } = await start('one-question.ts', [answer.text('It ties knots.')]);
  expect(await ended).toBe(0);
  expect(stdout()).toMatch(/^It ties knots\.\ncompleted: \d+ tokens in, \d+ out, \$0\.\d{4}\n$/);
});

test('a program approves one call and denies the next', patient, async () => {
  const write = answer.calls({ name: 'write_file', args: { file_path: 'haiku.txt', content: 'over, under, through' } });
  const remove = answer.calls({ name: 'run_shell_command', args: { command: 'rm -r .' } });
  const { stdout, ended } = await start('approve-calls.ts', [write, remove, answer.text('I wrote it.')]);
  expect(await ended).toBe(0);
  expect(stdout()).toMatch(/^.*haiku\.txt.*\n.*\nI wrote it\.\n1 denied\n$/);
});

test('a program uses an answer as data', patient, async () => {
  const steps = [answer.text('It is Rust.'), answer.text('{"language":"Rust","hasTests":true}')];
  const { stdout, ended } = await start('answer-as-data.ts', steps);
  expect(await ended).toBe(0);
  expect(stdout()).toBe('Rust, with tests\n');
});

test('an error has a code and a hint', patient, async () => {
  const { stdout, ended } = await start('handle-errors.ts', [answer.httpError(401)]);
  expect(await ended).toBe(0);
  expect(stdout()).toMatch(/^MODEL_AUTH: .+\nhint: .+\n$/);
});

test('the documentation shows the programs unchanged', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/sdk.md'), 'utf8');
  const shown = [...page.matchAll(/^\[([\w-]+\.ts)\]\([^)]*\):\n\n```ts\n(.*?)```$/gms)];
  expect(shown).toHaveLength([...page.matchAll(/^```ts$/gm)].length);
  expect(shown.length).toBeGreaterThan(3);
  for (const [, name = '', text] of shown) expect(text).toBe(readFileSync(join(examples, name), 'utf8'));
});

test('a custom tool is called and its result used', patient, async () => {
  const call = answer.calls({ name: 'look_up_order', args: { number: '17' } });
  const { stdout, ended } = await start('custom-tool.ts', [call, answer.text('It was shipped on Monday.')]);
  expect(await ended).toBe(0);
  expect(stdout()).toBe('looking up {"number":"17"}\nIt was shipped on Monday.\n');
});

test('the program in the README runs', patient, async () => {
  const repo = join(import.meta.dirname, '../..');
  const [, program = ''] = /^```ts\n(.*?)^```$/ms.exec(readFileSync(join(repo, 'README.md'), 'utf8')) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'bowline-readme-'));
  const server = await openGeminiServer([answer.text('They pass.')]);
  onTestFinished(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const flags = ['--conditions=@bowline/source', '--no-warnings', '--input-type=module-typescript'];
  const child = spawn(process.execPath, [...flags, '--eval', program], {
    cwd: join(repo, 'packages/sdk'),
    env: { ...process.env, BOWLINE_HOME: folder, GEMINI_API_KEY: 'k', GOOGLE_GEMINI_BASE_URL: server.url },
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
  expect(out).toMatch(/^They pass\. \[\] 0\.\d+\n$/);
});

test('a page receives the events of an answer as they happen', patient, async () => {
  const { stdout } = await start('stream-to-page.ts', [answer.text('Hello, ', 'reader.')]);
  await expect.poll(stdout, { timeout: 30_000 }).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
  const url = stdout().trim();
  expect(await (await fetch(url)).text()).toContain('EventSource');
  const events = await (await fetch(`${url}/events`)).text();
  expect(events).toContain('"type":"message_delta"');
  expect(events).toContain('reader.');
  expect(events).toContain('"reason":"completed"');
});
