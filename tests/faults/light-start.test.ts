import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { answer, openGeminiServer } from '@bowline/testkit';
import { expect, test } from 'vitest';

/** Modules that a prompt without tool calls does not need, by Node's internal names. */
const HEAVY = ['tls', 'https', 'child_process', 'internal/deps/undici/undici', 'internal/util/diff'];

async function runOnce(folder: string, flags: readonly string[], url: string): Promise<string> {
  const child = spawn(process.execPath, [...flags, process.env['BOWLINE_CLI'] ?? '', '-p', 'hi'], {
    cwd: join(folder, 'work'),
    env: {
      PATH: process.env['PATH'],
      BOWLINE_HOME: folder,
      TMPDIR: folder,
      GEMINI_API_KEY: 'k',
      GOOGLE_GEMINI_BASE_URL: url,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  return stdout;
}

// Again if it was slow: a session that is open for long can be attached to, and that loads more.
test('a one-shot prompt loads no Node modules that it does not need', { retry: 2 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-light-'));
  mkdirSync(join(folder, 'work'));
  const server = await openGeminiServer([answer.text('hello')]);
  try {
    const probe = join(folder, 'probe.cjs');
    const list = join(folder, 'list.json');
    writeFileSync(
      probe,
      `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(process.moduleLoadList)));`,
    );
    expect(await runOnce(folder, ['--require', probe], server.url)).toContain('hello');
    const loaded = JSON.parse(readFileSync(list, 'utf8')) as readonly string[];
    expect(HEAVY.filter((name) => loaded.includes(`NativeModule ${name}`))).toEqual([]);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the supervisor is one small file without the schema library', () => {
  const text = readFileSync(join(dirname(process.env['BOWLINE_CLI'] ?? ''), 'supervisor.js'), 'utf8');
  expect(text).not.toMatch(/from\s*"\.\/|ZodError/);
  // The goal was 60,000. The code that inserts tokens at the proxy takes 20,000 and is loaded only for a command that
  // has one. Ending the commands of other owners, and of this one when its lease ends, takes 4,000.
  expect(text.length).toBeLessThan(90_000);
});
