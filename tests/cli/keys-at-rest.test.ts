import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answer } from '@bowline/testkit';
import { afterEach, expect, test } from 'vitest';
import { findCanaries, toCanaries } from '../security/canaries.ts';
import { openBench, type Bench } from './run-bowline.ts';

const KEY = 'AIzaSy-canary_0123456789abcdefghijklmno';
let bench: Bench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

/** The files below a folder that hold the key in any form. */
function holding(folder: string): readonly string[] {
  return globSync('**/*', { cwd: folder })
    .filter((file) => statSync(join(folder, file)).isFile())
    .filter((file) => findCanaries(readFileSync(join(folder, file), 'latin1'), [KEY]).length > 0);
}

test('a known key is in no record, artifact, export or event, in whatever form and however it was printed', async () => {
  const shell = (command: string): ReturnType<typeof answer.calls> =>
    answer.calls({ name: 'run_shell_command', args: { command } });
  bench = await openBench(
    answer.calls({ name: 'read_file', args: { file_path: 'notes.txt' } }),
    shell(`printf '${KEY.slice(0, 9)}'; sleep 0.2; printf '${KEY.slice(9)}\\n'`),
    shell('seq 40000; cat notes.txt; seq 40000'),
    answer.calls({ name: 'write_todos', args: { todos: [{ description: `use ${KEY}`, status: 'pending' }] } }),
    answer.text(`It is ${KEY}.`),
  );
  const { home, workspace, run } = bench;
  const notes = toCanaries(KEY).map(({ text }) => text);
  writeFileSync(join(workspace, 'notes.txt'), notes.join('\n'));
  const played = await run(['-y', '-p', `my key is ${KEY}`, '--session-id', 's1', '-o', 'events'], { key: KEY });
  expect(played.code).toBe(0);
  expect(played.stdout).toContain('[redacted]');
  const texts = played.stdout.matchAll(/"type":"tool_update","[^\n]*"text":"((?:[^"\\]|\\.)*)"/g);
  expect(findCanaries(Array.from(texts, ([, text]) => text).join(''), [KEY])).toEqual([]);
  expect(findCanaries(played.stdout + played.stderr, [KEY]).filter((found) => found !== 'hidden')).toEqual([]);
  for (const argv of [
    ['sessions', 'export', 's1'],
    ['sessions', 'show', 's1'],
  ]) {
    const { stdout } = await run(argv, { key: 'another' });
    expect(stdout).toContain('[redacted]');
    expect(findCanaries(stdout, [KEY]).filter((found) => found !== 'hidden')).toEqual([]);
  }
  expect(holding(home).filter((file) => !file.endsWith('credentials.json'))).toEqual([]);
  // The same search finds it where it is.
  expect(holding(workspace)).toEqual(['notes.txt']);
}, 60_000);
