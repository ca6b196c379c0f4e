import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer } from '@bowline/testkit';
import { afterEach, expect, test } from 'vitest';
import { openBench, type Bench } from './run-bowline.ts';

let bench: Bench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

test('files and images in a prompt are attached, and the prompt is shown as typed', async () => {
  bench = await openBench(answer.text('ok'));
  const { run, workspace, server } = bench;
  writeFileSync(join(workspace, 'a.ts'), 'const a = 1;\n');
  writeFileSync(join(workspace, 'shot.png'), Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'));
  const { code, stdout, stderr } = await run(['-p', 'explain @a.ts and @shot.png to me@example.com', '-o', 'events']);
  expect([code, stderr]).toEqual([0, '']);
  const { contents } = server.requests[0]?.body as { contents: { parts: object[] }[] };
  expect(contents[0]?.parts).toEqual([
    { text: 'explain @a.ts and @shot.png to me@example.com' },
    { text: '\n\nFiles that the message refers to with @, with their current content:\n' },
    { text: '\n--- a.ts ---\n' },
    { text: 'const a = 1;\n' },
    { text: '\n--- shot.png ---\n' },
    { text: 'shot.png (image/png, 8 bytes)' },
    expect.objectContaining({ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }),
  ]);
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; content?: unknown });
  expect(events.find(({ type }) => type === 'message')?.content).toEqual([
    { type: 'text', text: 'explain @a.ts and @shot.png to me@example.com' },
  ]);
});

test('files that are not attached are reported, and piped input attaches none', async () => {
  bench = await openBench(answer.text('ok'));
  const { run, workspace, server } = bench;
  mkdirSync(join(workspace, 'src'));
  writeFileSync(join(workspace, '.env'), 'KEY=secret');
  writeFileSync(join(workspace, 'piped.ts'), 'not this');
  const { code, stderr } = await run(['-p', 'see @.env'], { stdin: 'look at @piped.ts' });
  expect([code, stderr]).toEqual([0, 'bowline: @.env was not attached: it may hold keys\n']);
  const body = JSON.stringify(server.requests[0]?.body);
  expect(body).toContain('look at @piped.ts');
  expect(body).not.toMatch(/KEY=secret|not this/);
});

test.each([
  ['json', (out: string) => (JSON.parse(out) as { warnings: unknown }).warnings],
  [
    'stream-json',
    (out: string) =>
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { severity?: string; message?: string })
        .flatMap(({ severity, message }) => (severity === 'warning' ? [message] : [])),
  ],
])('a missing file is a warning, on stderr and in %s', async (format, read) => {
  bench = await openBench(answer.text('ok'));
  const { code, stdout, stderr } = await bench.run(['-p', 'sum up @missing.txt', '-o', format]);
  const warning = '@missing.txt was not attached: file not found';
  expect([code, stderr, read(stdout)]).toEqual([0, `bowline: ${warning}\n`, [warning]]);
});
