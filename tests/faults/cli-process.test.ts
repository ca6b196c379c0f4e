import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { answer, openGeminiServer, type GeminiServer, type ScriptedStep } from '@bowline/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAlive } from '../tools/is-alive.ts';

const main = join(import.meta.dirname, '../../packages/cli/src/main.ts');

let folder = '';
let server: GeminiServer | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-process-'));
  mkdirSync(join(folder, 'work'));
});
afterEach(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Running {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
  /** Resolves when stdout contains this text. */
  readonly says: (text: string) => Promise<void>;
}

async function serve(...steps: readonly ScriptedStep[]): Promise<void> {
  server = await openGeminiServer(steps);
}

function start(...argv: readonly string[]): Running {
  const child = spawn(process.execPath, ['--conditions=@bowline/source', '--no-warnings', main, ...argv], {
    cwd: join(folder, 'work'),
    env: {
      ...process.env,
      BOWLINE_HOME: join(folder, 'home'),
      GEMINI_API_KEY: 'k',
      GOOGLE_GEMINI_BASE_URL: server?.url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (out.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (out.stderr += chunk.toString()));
  return {
    child,
    ended: new Promise((resolve) =>
      child.on('close', (code) => {
        resolve({ code, ...out });
      }),
    ),
    says: async (text) => {
      await expect.poll(() => out.stdout, { timeout: 20_000 }).toContain(text);
    },
  };
}

const slow = (seconds: number): ScriptedStep =>
  answer.calls({
    name: 'run_shell_command',
    args: { command: `echo $$ > pid; echo begun >> effects; sleep ${seconds}; echo done >> effects; echo finished` },
  });
const effects = (): string => readFileSync(join(folder, 'work/effects'), 'utf8');

test('Ctrl-C aborts the turn, exits with 130 and ends the command', async () => {
  await serve(slow(60));
  const run = start('-y', '-p', 'go', '-o', 'events');
  await run.says('"tool_request"');
  await expect.poll(() => existsSync(join(folder, 'work/effects')), { timeout: 20_000 }).toBe(true);
  const pid = Number(readFileSync(join(folder, 'work/pid'), 'utf8'));
  expect(isAlive(pid)).toBe(true);
  run.child.kill('SIGINT');
  const { code, stdout } = await run.ended;
  expect(code).toBe(130);
  expect(stdout).toContain('"reason":"aborted"');
  await expect.poll(() => isAlive(pid), { timeout: 5000 }).toBe(false);
  expect(effects()).toBe('begun\n');
});

test('--resume finishes a turn whose process was killed, and reattaches to its command instead of running it again', async () => {
  await serve(slow(2), answer.text('It is finished.'), answer.text('And a new answer.'));
  const run = start('-y', '-p', 'go', '-o', 'events', '--session-id', 's1');
  await run.says('"tool_request"');
  await expect.poll(() => existsSync(join(folder, 'work/effects')), { timeout: 20_000 }).toBe(true);
  run.child.kill('SIGKILL');
  await run.ended;
  const { code, stdout, stderr } = await start('-r', 's1', '-p', 'and now?').ended;
  expect([code, stdout]).toEqual([0, 'It is finished.\nAnd a new answer.\n']);
  expect(stderr).toContain('Finishing the interrupted turn of session s1');
  expect(effects()).toBe('begun\ndone\n');
  expect(JSON.stringify(server?.requests[1]?.body)).toContain('finished');
});

test('a session in use is rejected with the name of its process, and --takeover fences that process off', async () => {
  await serve(slow(12), answer.text('Mine now.'));
  const first = start('-y', '-p', 'go', '-o', 'events', '--session-id', 's1');
  await first.says('"tool_request"');
  await expect.poll(() => existsSync(join(folder, 'work/effects')), { timeout: 20_000 }).toBe(true);
  const refused = await start('-r', 's1', '-p', 'me too').ended;
  expect(refused.code).toBe(42);
  expect(refused.stderr).toMatch(new RegExp(`in use by bowline -p \\(process ${first.child.pid ?? 0} on `));
  const taken = await start('-r', 's1', '--takeover').ended;
  expect([taken.code, taken.stdout]).toEqual([0, 'Mine now.\n']);
  const fenced = await first.ended;
  expect(fenced.code).not.toBe(0);
  expect(effects()).toBe('begun\ndone\n');
});
