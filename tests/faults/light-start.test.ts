import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { answer, openGeminiServer } from '@bowline/testkit';
import { expect, test } from 'vitest';

/** What a prompt that is only answered has no use for, by the names that Node has for its own modules. */
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
test('a one-shot prompt loads nothing of Node that it has no use for', { retry: 2 }, async () => {
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

test('the supervisor of commands is one small file, without the library of schemas', () => {
  const text = readFileSync(join(dirname(process.env['BOWLINE_CLI'] ?? ''), 'supervisor.js'), 'utf8');
  expect(text).not.toMatch(/from\s*"\.\/|ZodError/);
  // 60,000 were wanted; what puts tokens in place at the proxy is 20,000 of them, and is only read when a command has one.
  expect(text.length).toBeLessThan(85_000);
});
