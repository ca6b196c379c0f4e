import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer, type ScriptedStep } from '@bowline/testkit';
import { afterEach, expect, test } from 'vitest';
import { openBench, type Bench } from './run-bowline.ts';

let bench: Bench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

/** A session with two turns; the second one writes a file. */
async function open(...more: readonly ScriptedStep[]): Promise<Bench> {
  const write = answer.calls({ name: 'write_file', args: { file_path: 'a.txt', content: 'x' } });
  bench = await openBench(answer.text('Hello.'), write, answer.text('Written.'), ...more);
  await bench.run(['-p', 'zebra', '--session-id', 's1']);
  await bench.run(['-y', '-p', 'giraffe', '--resume', 's1']);
  return bench;
}

test('rewind drops the last message and says that files remain; undo restores it', async () => {
  const { run, server } = await open(answer.text('A'), answer.text('B'));
  const rewound = await run(['sessions', 'rewind', 's1']);
  expect(rewound).toMatchObject({ code: 0, stderr: '' });
  expect(rewound.stdout).toContain('files and other effects of its calls stay as they are');
  await run(['-p', 'okapi', '--resume', 's1']);
  const sent = (): boolean[] =>
    ['zebra', 'giraffe', 'okapi'].map((word) => JSON.stringify(server.requests.at(-1)?.body).includes(word));
  expect(sent()).toEqual([true, false, true]);
  expect(await run(['sessions', 'rewind', 's1', '--undo'])).toMatchObject({ code: 0 });
  await run(['-p', 'on', '--resume', 's1']);
  expect(sent()).toEqual([true, true, false]);
});

test.each([
  ['9', 'Only 2 messages to rewind'],
  ['x', 'Not a number of messages: x'],
  ['0', 'Not a number of messages: 0'],
])('rewind by %s is rejected: %s', async (count, why) => {
  const { run } = await open();
  const { code, stderr } = await run(['sessions', 'rewind', 's1', count]);
  expect([code, stderr]).toEqual([42, expect.stringContaining(why) as string]);
});

test('a fork is a separate session', async () => {
  const { run, server } = await open(answer.text('A'));
  const { stdout } = await run(['sessions', 'fork', 's1']);
  await run(['-p', 'okapi', '--resume', stdout.trim()]);
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('giraffe');
  expect((await run(['sessions', 'show', 's1'])).stdout).not.toContain('okapi');
});

test('a fork is shown and exported under its own id', async () => {
  const { run } = await open(answer.text('A'));
  const fork = (await run(['sessions', 'fork', 's1'])).stdout.trim();
  expect((await run(['sessions', 'show', fork])).stdout).toContain(`Session ${fork} in `);
  expect((await run(['sessions', 'export', fork, '--markdown'])).stdout).toContain(`# Session ${fork}\n`);
});

test('sessions without a verb takes the options of list', async () => {
  const { run } = await open();
  expect((await run(['sessions', '--all'])).stdout).toBe((await run(['sessions', 'list', '--all'])).stdout);
  expect((await run(['sessions', '--al'])).code).toBe(42);
});

test('the Markdown export shows the session in order, without rewound parts', async () => {
  const { run } = await open();
  const { stdout } = await run(['sessions', 'export', 's1', '--markdown']);
  expect(stdout).toContain('## You\n\nzebra\n\n## Agent\n\nHello.\n\n## You\n\ngiraffe');
  expect(stdout).toContain('**write_file**');
  await run(['sessions', 'rewind', 's1']);
  expect((await run(['sessions', 'export', 's1', '--markdown'])).stdout).not.toContain('giraffe');
});

test('memory lists and shows the context files; tools lists the tools of the model', async () => {
  bench = await openBench();
  const { run, workspace } = bench;
  writeFileSync(join(workspace, 'AGENTS.md'), 'Be brief.');
  await run(['trust', 'add']);
  expect((await run(['memory'])).stdout).toMatch(/^AGENTS\.md +\d+ tokens\n$/);
  expect((await run(['memory', 'show'])).stdout).toContain('Be brief.');
  expect((await run(['tools'])).stdout).toMatch(/^read_file +\S/m);
  expect(JSON.parse((await run(['tools', 'read_file'])).stdout)).toMatchObject({ name: 'read_file' });
  const { code, stderr } = await run(['tools', 'read_fil']);
  expect([code, stderr]).toEqual([42, expect.stringContaining('Did you mean read_file?')]);
});

test('show lists approvals and who answered them', async () => {
  const write = answer.calls({ name: 'write_file', args: { file_path: 'a.txt', content: 'x' } });
  bench = await openBench(write, answer.text('Then not.'));
  await bench.run(['-p', 'go', '--on-confirm', 'suspend', '--session-id', 's1']);
  await bench.run(['approve', 's1', '--deny', 'use b.txt']);
  const { stdout } = await bench.run(['sessions', 'show', 's1']);
  expect(stdout).toMatch(/ Asked: Write a\.txt\?\n.* Answered: denied: use b\.txt \(by .+\)\n/);
});

test('salvage keeps the undamaged records of a damaged session, which then continues', async () => {
  const { run, home } = await open(answer.text('Back.'));
  const file = join(home, 'sessions/s1/events.db');
  const bytes = readFileSync(file);
  bytes[bytes.lastIndexOf('giraffe') + 1] = 0;
  writeFileSync(file, bytes);
  const refused = await run(['-p', 'go on', '--resume', 's1']);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('bowline sessions salvage') as string });
  const salvaged = await run(['sessions', 'salvage', 's1']);
  expect(salvaged).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^s1: kept \d+ records, lost \d+ record/) as string,
  });
  expect(salvaged.stdout).toContain(`The damaged files are in ${join(home, 'sessions/.damaged/s1-')}`);
  expect((await run(['sessions', 'verify', 's1'])).stdout).toContain('no damage found');
  expect((await run(['-p', 'go on', '--resume', 's1'])).stdout).toContain('Back.');
});

test('salvage does not touch a sound session', async () => {
  const { run, home } = await open();
  const before = readFileSync(join(home, 'sessions/s1/events.db'));
  expect(await run(['sessions', 'salvage', 's1'])).toMatchObject({
    code: 0,
    stdout: 's1: no damage found, nothing changed\n',
  });
  expect(readFileSync(join(home, 'sessions/s1/events.db')).equals(before)).toBe(true);
});

test.each([
  ['rm', 's1', '--dry-run'],
  ['list', '--bogus', ''],
  ['verify', 's1', '--all'],
])('refuses an unknown option before anything happens: sessions %s %s %s', async (...words) => {
  const { run } = await open();
  const refused = await run(['sessions', ...words.filter((word) => word !== '')]);
  expect(refused).toMatchObject({ code: 42, stderr: expect.stringContaining('Unknown option: --') as string });
  expect((await run(['sessions', 'verify', 's1'])).code).toBe(0);
});

test('rename gives a session a title, which lists show in place of the first message', async () => {
  const { run } = await open();
  expect((await run(['sessions', 'list'])).stdout).toMatch(/ zebra\n$/);
  expect(await run(['sessions', 'rename', 's1', 'About', 'animals'])).toEqual({
    code: 0,
    stdout: 'Renamed session s1 to "About animals"\n',
    stderr: '',
  });
  expect((await run(['sessions', 'list'])).stdout).toMatch(/ About animals\n$/);
  const { code, stderr } = await run(['sessions', 'rename', 's1']);
  expect([code, stderr]).toEqual([
    42,
    'bowline: Missing title\n  For example: bowline sessions rename s1 "Fix the parser tests"\n',
  ]);
  expect((await run(['sessions', 'rename', 's1', ''])).stdout).toBe('Removed the title of session s1\n');
  expect((await run(['sessions', 'list'])).stdout).toMatch(/ zebra\n$/);
});
