import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function start(...args: readonly string[]) {
  const main = join(import.meta.dirname, '../main.ts');
  const child = spawn(execPath, ['--conditions=@bowline/source', '--no-warnings', main, ...args]);
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (output.text += String(bytes)));
  return { child, output };
}

async function runToEnd(...args: readonly string[]): Promise<{ readonly code: unknown; readonly text: string }> {
  const { child, output } = start(...args);
  const [code] = (await once(child, 'close')) as unknown[];
  return { code, text: output.text };
}

describe('bowline-testkit', () => {
  test('serves a script until it is interrupted, and reports requests that were not scripted', async () => {
    const { child, output } = start('serve', join(import.meta.dirname, 'examples/hello.json'));
    await expect.poll(() => output.text, { timeout: 10_000 }).toContain('bowline -p hello');
    const url = /GOOGLE_GEMINI_BASE_URL=(\S+)/.exec(output.text)?.[1] ?? '';
    const send = () => fetch(`${url}/v1beta/models/m:generateContent`, { method: 'POST', body: '{}' });
    expect(await (await send()).text()).toContain('Hello, there.');
    expect((await send()).status).toBe(500);
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(output.text).toContain('2 requests, 0 steps left\nnot scripted: model called 2 times');
  });

  test('runs a command against the script and exits with its exit code', async () => {
    const program = `
      const url = process.env.GOOGLE_GEMINI_BASE_URL + '/v1beta/models/m:generateContent';
      const answer = await fetch(url, { method: 'POST', body: '{}' });
      console.log(await answer.text(), process.env.GEMINI_API_KEY);
      process.exitCode = 7;`;
    const { code, text } = await runToEnd(
      'serve',
      join(import.meta.dirname, 'examples/hello.json'),
      '--',
      execPath,
      '--input-type=module',
      '-e',
      program,
    );
    expect(text).toContain('Hello, there.');
    expect(code).toBe(7);
  });

  test('reports a command that does not exist', async () => {
    const { code, text } = await runToEnd(
      'serve',
      join(import.meta.dirname, 'examples/hello.json'),
      '--',
      'no-such-program',
    );
    expect(text).toContain('no-such-program');
    expect(code).toBe(1);
  });

  test('names the file and the location of a problem in a script', async () => {
    const path = join(folder, 'bad.json');
    writeFileSync(path, '{"steps": [{"chunks": [{"text": 1}]}]}');
    const { code, text } = await runToEnd('serve', path);
    expect(code).toBe(1);
    expect(text).toContain(`${path}: not a valid model script`);
    expect(text).toContain('steps[0].chunks[0].text');
  });

  test.each([[['serve']], [['serve', 'a.json', '--port', 'x']]])(
    'prints its usage when called with %j',
    async (args) => {
      expect(await runToEnd(...args)).toEqual({
        code: 1,
        text: expect.stringContaining('usage: bowline-testkit') as unknown,
      });
    },
  );
});
