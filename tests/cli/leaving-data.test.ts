import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer, type ScriptedStep } from '@bowline/testkit';
import { afterEach, expect, test } from 'vitest';
import { openBench, type Bench } from './run-bowline.ts';

let bench: Bench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

const search = answer.calls({ name: 'google_web_search', args: { query: 'what was in it' } });
const found = answer.grounded('A knot.', {});
const read = (file_path: string): ScriptedStep => answer.calls({ name: 'read_file', args: { file_path } });

/** The result of a search in a session that has read one file before. */
async function searchAfter(file: string, options: readonly string[]): Promise<string> {
  const policy = '[[rule]]\ntoolName = "read_file"\ndecision = "allow"\npriority = 900\n';
  bench = await openBench(read(file), search, found, answer.text('done'));
  writeFileSync(join(bench.workspace, '.env'), 'TOKEN=1234');
  writeFileSync(join(bench.workspace, 'notes.txt'), 'to be done');
  writeFileSync(join(bench.workspace, 'keys.txt'), 'my key: AIzaSy-canary_0123456789');
  writeFileSync(join(bench.workspace, 'rules.toml'), policy);
  const key = 'AIzaSy-canary_0123456789';
  const { stdout } = await bench.run(['-p', 'go', '-o', 'events', ...options], { key });
  const lines = stdout.split('\n').filter((line) => line.includes('"tool_response"') && line.includes('google_web'));
  return lines.join('');
}

test('a search after reading a workspace file is allowed', async () => {
  expect(await searchAfter('notes.txt', ['--trust'])).toContain('A knot.');
});

test('a search after a result with a key is denied without a user to ask, with the reason', async () => {
  const response = await searchAfter('keys.txt', ['--trust']);
  expect(response).not.toContain('A knot.');
  expect(response).toContain('this session has read a key, in a result of read_file');
});

test('a search after reading files of an untrusted folder is denied without a user to ask', async () => {
  expect(await searchAfter('notes.txt', [])).toContain('files of an untrusted folder');
});
