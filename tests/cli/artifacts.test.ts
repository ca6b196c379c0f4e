import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, toArtifactName, type LogRecord } from '@bowline/log';
import { all, answer, type ScriptedStep, type ServedRequest } from '@bowline/testkit';
import { afterEach, expect, test } from 'vitest';
import { openBench, type Bench } from './run-bowline.ts';

const OUTPUT = Array.from({ length: 40_000 }, (_, n) => `${n + 1}\n`).join('');
const NAME = toArtifactName(OUTPUT);

const benches: Bench[] = [];
afterEach(async () => {
  await Promise.all(benches.splice(0).map((bench) => bench.close()));
});

async function open(...steps: readonly ScriptedStep[]): Promise<Bench> {
  const bench = await openBench(...steps);
  benches.push(bench);
  return bench;
}

const counts = answer.calls({ name: 'run_shell_command', args: { command: 'seq 40000' } });
const read = (file_path: string, start_line: number): ReturnType<typeof answer.calls> =>
  answer.calls({ name: 'read_file', args: { file_path, start_line, end_line: start_line } });

async function recordsOf(home: string): Promise<readonly LogRecord[]> {
  const store = openStore({ root: join(home, 'sessions') });
  const reader = await store.openReader('s1');
  const records = await all(reader.read());
  await reader.close();
  await store.close();
  return records;
}

/** The results of a tool's calls, as the model got them. */
async function resultsOf(home: string): Promise<readonly string[]> {
  return (await recordsOf(home)).flatMap(({ type, body }) =>
    type === 'tool_finished' ? body.content.map((part) => (part.type === 'text' ? part.text : part.type)).join('') : [],
  );
}

test('the model reads and searches a long output by its name, which is no path and cannot be written', async () => {
  const bench = await open(
    counts,
    read(NAME, 23_456),
    answer.calls({ name: 'grep_search', args: { pattern: '^3999[89]$', dir_path: NAME } }),
    answer.calls({ name: 'write_file', args: { file_path: NAME, content: 'mine' } }),
    answer.calls({
      name: 'replace',
      args: { file_path: NAME, instruction: 'shorten', old_string: '40000', new_string: '4' },
    }),
    read(`artifact:${'0'.repeat(64)}`, 1),
    answer.text('done'),
  );
  expect((await bench.run(['-y', '-p', 'count', '--session-id', 's1'])).code).toBe(0);
  const [shown = '', line, found, ...refused] = await resultsOf(bench.home);
  expect(shown).toContain(`the full text is in ${NAME}; read it with read_file]`);
  expect(line).toContain('23456\n');
  expect(found).toBe(`${NAME}\n39998: 39998\n39999: 39999`);
  expect(refused.map((text) => text.slice(NAME.length))).toEqual([
    ' is the name of a saved text, which cannot be changed. Write to a file instead.',
    ' is the name of a saved text, which cannot be changed. Write to a file instead.',
    ' is not available any more. If you need the text, get it again the way you got it.',
  ]);
  const log = JSON.stringify(await recordsOf(bench.home));
  expect(log).toContain(`"artifact":"${NAME}"`);
  expect(log).not.toContain(join(bench.home, 'sessions'));
});

test('a session in another home sends what it sent before byte for byte, and finds its texts there', async () => {
  const bench = await open(counts, answer.text('counted'));
  await bench.run(['-y', '-p', 'count', '--session-id', 's1']);
  const before = bench.server.requests.at(-1);
  const other = await open(read(NAME, 39_999), answer.text('read'));
  cpSync(join(bench.home, 'sessions', 's1'), join(other.home, 'sessions', 's1'), { recursive: true });
  rmSync(join(bench.home, 'sessions'), { recursive: true });
  const { code, stderr } = await other.run(['-y', '-r', 's1', '-p', 'read it']);
  expect([code, stderr.includes('Error')]).toEqual([0, false]);
  const contentsOf = (request: ServedRequest | undefined): readonly unknown[] =>
    (request?.body as { readonly contents: readonly unknown[] }).contents;
  const sent = contentsOf(before);
  expect(sent.length).toBeGreaterThan(2);
  expect(JSON.stringify(contentsOf(other.server.requests[0]).slice(0, sent.length))).toBe(JSON.stringify(sent));
  expect((await resultsOf(other.home)).at(-1)).toContain('39999\n');
});

test('an exported session has its long outputs, a forked one shares them, and a removed one leaves none', async () => {
  const bench = await open(counts, answer.text('counted'));
  await bench.run(['-y', '-p', 'count', '--session-id', 's1']);
  const { stdout } = await bench.run(['sessions', 'export', 's1']);
  expect(stdout.split('\n')[1]).toBe(JSON.stringify({ artifact: NAME, text: OUTPUT }));
  const forked = (await bench.run(['sessions', 'fork', 's1'])).stdout.trim();
  await bench.run(['sessions', 'rm', 's1']);
  const store = openStore({ root: join(bench.home, 'sessions') });
  expect(await store.artifacts.get(forked, NAME)).toBe(OUTPUT);
  await store.close();
  expect((await bench.run(['sessions', 'rm', forked])).code).toBe(0);
});

test('a log of an earlier version, whose records have paths, is read as it is', async () => {
  const bench = await open(
    answer.calls({ name: 'run_shell_command', args: { command: 'seq 2000' } }),
    answer.text('first'),
    read('../home/sessions/s1/artifacts/old.txt', 2),
    answer.text('second'),
  );
  await bench.run(['-y', '-p', 'count', '--session-id', 's1']);
  const path = join(bench.home, 'sessions', 's1', 'artifacts', 'old.txt');
  writeFileSync(path, 'one\ntwo\nthree\n');
  const called = (await recordsOf(bench.home)).find((record) => record.type === 'tool_finished');
  const store = openStore({ root: join(bench.home, 'sessions') });
  const log = await store.open('s1', { owner: { pid: 1, host: 'here', name: 'test' } });
  await log.append([
    { type: 'context_masked', body: { calls: [{ callId: called?.body.callId ?? '', artifact: path }] } },
  ]);
  await log.close();
  await store.close();
  await bench.run(['-y', '-r', 's1', '-p', 'read it']);
  expect(JSON.stringify(bench.server.requests.at(-1)?.body)).toContain(`the full text is in ${path}; read it with`);
  expect((await resultsOf(bench.home)).at(-1)).toContain('two\n');
});
