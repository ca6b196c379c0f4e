import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBench, type Bench, type RunOptions, type RunResult } from './run-bowline.ts';

const CANARY = 'sk-canary-0123456789abcdef';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(async () => {
  await bench.close();
});

async function run(argv: readonly string[] = [], more: RunOptions = {}): Promise<RunResult> {
  const result = await bench.run(['doctor', ...argv], { key: CANARY, ...more });
  expect(`${result.stdout}${result.stderr}`).not.toMatch(/canary|0123456789/i);
  return result;
}

/** The lines of one check, without padding. */
function linesOf(stdout: string, name: string): string[] {
  const lines = stdout.split('\n');
  return lines.flatMap((line, n) => {
    const [state, found, ...text] = line.split(/ {2,}/);
    const next = lines[n + 1]?.trim() ?? '';
    if (found !== name) return [];
    return [`${state ?? ''}: ${text.join(' ')}`, ...(next.startsWith('fix: ') ? [next] : [])];
  });
}

function write(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text, { mode: 0o600 });
}

/** A folder with fake programs that replace those of the machine. */
function programs(scripts: Readonly<Record<string, string>>): string {
  const folder = join(bench.workspace, 'bin');
  mkdirSync(folder);
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

test('on a working machine, each check is ok or a warning, and the exit code is 0', async () => {
  const path = programs({ git: 'echo git version 2.50.1', rg: 'echo ripgrep 14.1.0', bwrap: 'echo bubblewrap 0.11.0' });
  const { code, stdout, stderr } = await run(['-m', 'scripted-pro'], { path });
  expect([code, stderr]).toEqual([0, '']);
  const { node } = process.versions;
  expect(linesOf(stdout, 'node')).toEqual([`ok: ${node} (${process.execPath})`]);
  expect(linesOf(stdout, 'home')).toEqual([`ok: ${bench.home} (will be created)`]);
  expect(linesOf(stdout, 'disk')[0]).toMatch(/^(ok|warning): [\d.]+ [GM]B free/);
  expect(linesOf(stdout, 'git')).toEqual(['ok: 2.50.1']);
  expect(linesOf(stdout, 'ripgrep')).toEqual([`ok: 14.1.0 (~work/bin/rg)`.replace('~work', bench.workspace)]);
  expect(linesOf(stdout, 'model')).toEqual(['ok: scripted-pro (from -m)']);
  expect(linesOf(stdout, 'credentials')).toEqual(['ok: gemini: $GEMINI_API_KEY']);
  expect(linesOf(stdout, 'proxy')).toEqual(['ok: none']);
  expect(linesOf(stdout, 'network')).toEqual([`ok: connected to ${new URL(bench.server.url).host}`]);
});

test('detects the sandbox by starting it, not by PATH', async () => {
  const path = programs({ bwrap: 'echo bubblewrap 0.11.0' });
  const [text = ''] = linesOf((await run([], { path })).stdout, 'sandbox');
  expect(text).toMatch(
    /^ok: bubblewrap \(\/(?:usr\/)?(?:local\/)?bin\/bwrap\)|^warning: none; commands run with all your rights\. /,
  );
});

test('reports which limits apply to sandboxed commands', async () => {
  const { stdout } = await run([]);
  const [sandbox = ''] = linesOf(stdout, 'sandbox');
  const [text] = linesOf(stdout, 'limits');
  if (sandbox.startsWith('ok')) expect(text).toMatch(/^(ok|warning): limits for sandboxed commands: .*temporary space/);
  else expect(text).toBeUndefined();
});

test('reports that the sandbox is off by choice', async () => {
  write(join(bench.home, 'settings.json'), '{ "security": { "sandbox": "off" } }');
  const [text, fix] = linesOf((await run([])).stdout, 'sandbox');
  expect(text).toMatch(/^warning: off; commands run with all your rights/);
  expect(fix).toMatch(/^fix: Set security\.sandbox/);
});

test('reports missing or broken programs with a fix', async () => {
  const path = programs({ rg: 'echo no such library >&2; exit 127' });
  const { code, stdout } = await run(['-m', 'scripted-pro'], { path });
  expect(code).toBe(1);
  expect(linesOf(stdout, 'git')).toEqual([
    expect.stringMatching(/^warning: not found/),
    expect.stringContaining('install git'),
  ]);
  expect(linesOf(stdout, 'ripgrep')).toEqual([
    expect.stringMatching(/^problem: .* does not work: no such library/),
    expect.stringContaining('install ripgrep'),
  ]);
});

test('stops a program that hangs', async () => {
  const path = programs({ git: 'exec /bin/sleep 60' });
  const { stdout } = await run(['--offline'], { path });
  expect(linesOf(stdout, 'git')[0]).toBe('warning: timed out after 3 s');
}, 10_000);

test('reports a missing key with a fix, exits with 1 and sends no request', async () => {
  const { code, stdout } = await run([], { key: '' });
  expect([code, bench.server.requests]).toEqual([1, []]);
  expect(linesOf(stdout, 'credentials')).toEqual([
    'problem: gemini: No API key',
    expect.stringMatching(/^fix: Set GEMINI_API_KEY, or store one: bowline auth set gemini/),
  ]);
});

test('explains a sign-in that only Gemini CLI can use, with an alternative', async () => {
  const settings = join(bench.home, '.gemini', 'settings.json');
  mkdirSync(dirname(settings), { recursive: true });
  writeFileSync(settings, JSON.stringify({ security: { auth: { selectedType: 'oauth-personal' } } }));
  const { code, stdout } = await run([], { key: '' });
  expect(code).toBe(1);
  expect(linesOf(stdout, 'credentials')[1]).toMatch(/oauth-personal.*Bowline cannot use.*bowline auth set gemini/);
  const asked = await bench.run(['-p', 'hello'], { key: '' });
  expect(asked.code).toBe(41);
  expect(asked.stderr).toContain('oauth-personal');
});

test('reports keys that others can read, with a fix', async () => {
  await bench.run(['auth', 'set', 'gemini', '--no-check'], { stdin: CANARY });
  const file = join(bench.home, 'credentials.json');
  chmodSync(file, 0o640);
  const { code, stdout } = await run(['--offline']);
  expect([code, linesOf(stdout, 'credentials')]).toEqual([
    1,
    [
      'problem: Other users of this machine can read ~/credentials.json',
      'fix: Run chmod 600 ~/credentials.json',
      'ok: gemini: $GEMINI_API_KEY',
    ],
  ]);
});

test('lists each settings file with its keys and each broken one with its line, and continues with the other checks', async () => {
  write(join(bench.home, '.gemini', 'settings.json'), '{\n  "model": {\n    "name": 4\n  }\n}\n');
  write(join(bench.home, 'settings.json'), '{ "model": { "name": "scripted-pro" }, // yes\n "prices": {} }');
  const { code, stdout } = await run();
  expect(code).toBe(1);
  expect(linesOf(stdout, 'settings')).toEqual([
    expect.stringMatching(/^problem: ~\/\.gemini\/settings\.json:3: model\.name must be a string/),
    expect.stringMatching(/^fix: Correct the value\. The model/),
    'ok: ~/settings.json (model.name, prices)',
    'ok: from the environment: BOWLINE_HOME, GOOGLE_GEMINI_BASE_URL',
  ]);
  expect(linesOf(stdout, 'model')).toEqual(['ok: scripted-pro (from ~/settings.json)']);
  expect(linesOf(stdout, 'network')[0]).toMatch(/^ok: /);
});

test('reports the line of a settings file that is not JSON', async () => {
  write(join(bench.home, 'settings.json'), '{\n  "model": {},\n  oops\n}');
  expect(linesOf((await run(['--offline'])).stdout, 'settings')[0]).toMatch(/^problem: ~\/settings\.json:3: /);
});

test('shows a proxy without its password, and reports its failure', async () => {
  const env = { HTTPS_PROXY: `http://me:${CANARY}@127.0.0.1:1`, GOOGLE_GEMINI_BASE_URL: 'https://model.test' };
  const { code, stdout } = await run([], { env });
  expect(code).toBe(1);
  expect(linesOf(stdout, 'proxy')).toEqual(['ok: http://127.0.0.1:1 (HTTPS_PROXY)']);
  expect(linesOf(stdout, 'network')).toEqual([
    expect.stringMatching(/^problem: gemini: Can't reach model\.test through the proxy http:\/\/127\.0\.0\.1:1/),
    expect.stringContaining('HTTPS_PROXY'),
  ]);
});

test.each([
  ['scripted-por', 'warning: ', 'Did you mean scripted-pro'],
  ['openia/x', 'problem: Unknown provider openia for openia/x (from -m)', 'Did you mean openai?'],
])('suggests the nearest names for the unknown model %s', async (model, text, fix) => {
  const lines = linesOf((await run(['-m', model])).stdout, model.includes('/') ? 'model' : 'network');
  expect(lines).toEqual([expect.stringContaining(text), expect.stringContaining(fix)]);
});

test('reports a home that cannot be created, with a fix', async () => {
  writeFileSync(bench.home, '');
  const { code, stdout } = await run(['--offline']);
  expect([code, linesOf(stdout, 'home')]).toEqual([
    1,
    [
      expect.stringMatching(/^problem: Cannot write to .* \(ENOTDIR\)/),
      expect.stringMatching(/^fix: .*set BOWLINE_HOME to another folder/),
    ],
  ]);
});

test('reports a broken credentials file without showing its contents', async () => {
  write(join(bench.home, 'credentials.json'), `{"gemini": {"apiKey": "${CANARY}"`);
  const { code, stdout } = await run([], { key: '' });
  expect([code, stdout]).toEqual([1, expect.stringContaining('Cannot read ')]);
});

test('sends no request with --offline', async () => {
  const { stdout } = await run(['--offline']);
  expect([bench.server.requests, linesOf(stdout, 'network')]).toEqual([[], ['ok: not checked (--offline)']]);
});

test.each([[['-o', 'json']], [['--json']]])('prints the same as one object with %j', async (format) => {
  const { code, stdout } = await run(format, { key: '' });
  const { isFit, checks } = JSON.parse(stdout) as { isFit: boolean; checks: { name: string; state: string }[] };
  expect([code, isFit]).toEqual([1, false]);
  expect(checks.find(({ name }) => name === 'credentials')).toMatchObject({
    state: 'problem',
    fix: expect.any(String) as string,
  });
  for (const check of checks) expect(check.state === 'ok').toBe(!('fix' in check));
});

test('rejects unknown arguments and prints its usage', async () => {
  expect(await run(['all'])).toMatchObject({ code: 42, stderr: expect.stringContaining('bowline doctor [') as string });
});

test('reports an invalid policy file', async () => {
  write(join(bench.home, 'policies', 'mine.toml'), '[[rule]]\ntoolName = "glob"\ndecison = "allow"\npriority = 1\n');
  const { code, stdout } = await run(['--offline']);
  expect(code).toBe(1);
  expect(linesOf(stdout, 'policies')[0]).toMatch(/^problem: ~\/policies\/mine\.toml:\d+: /);
});

test('warns about a search engine without a key, and so does the start of a run', async () => {
  write(join(bench.home, 'settings.json'), '{ "webSearch": { "provider": "brave" } }');
  const { stdout } = await run(['--offline']);
  expect(stdout).toMatch(/warning +web search +Web search is off: no API key for brave\n +fix: Set BRAVE\w*_KEY/);
});
