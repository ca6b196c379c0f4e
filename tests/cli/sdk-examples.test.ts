import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answer, openGeminiServer, type ScriptedStep } from '@bowline/testkit';
import { expect, onTestFinished, test } from 'vitest';

const examples = join(import.meta.dirname, '../../packages/sdk/examples');

/** Starts an example against a scripted model; gives what it prints, as it prints it. */
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

test('one question is asked and answered', patient, async () => {
  const { stdout, ended } = await start('one-question.ts', [answer.text('It ties knots.')]);
  expect(await ended).toBe(0);
  expect(stdout()).toBe('It ties knots.\n');
});

test('a tool of your own is called and its result used', patient, async () => {
  const call = answer.calls({ name: 'look_up_order', args: { number: '17' } });
  const { stdout, ended } = await start('custom-tool.ts', [call, answer.text('It was shipped on Monday.')]);
  expect(await ended).toBe(0);
  expect(stdout()).toBe('looking up {"number":"17"}\nIt was shipped on Monday.\n');
});

test('a page gets the events of an answer as they come', patient, async () => {
  const { stdout } = await start('stream-to-page.ts', [answer.text('Hello, ', 'reader.')]);
  await expect.poll(stdout, { timeout: 30_000 }).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
  const url = stdout().trim();
  expect(await (await fetch(url)).text()).toContain('EventSource');
  const events = await (await fetch(`${url}/events`)).text();
  expect(events).toContain('"type":"message_delta"');
  expect(events).toContain('reader.');
  expect(events).toContain('"reason":"completed"');
});
