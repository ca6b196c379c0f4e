import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '@bowline/log';
import { answer } from '@bowline/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { openBench, type Bench } from './run-bowline.ts';

const owner = { pid: 1, host: 'here', name: 'test' };

/** A session whose last process died in the middle of a turn. */
async function interrupt(): Promise<Bench> {
  const bench = await openBench(answer.text('Hello.'), answer.text('Finished.'));
  onTestFinished(bench.close);
  writeFileSync(join(bench.workspace, 'a.txt'), 'one\n');
  await bench.run(['-p', 'go', '--session-id', 's1']);
  const store = openStore({ root: join(bench.home, 'sessions') });
  const log = await store.open('s1', { owner });
  await log.append([{ type: 'stream_started', streamId: 'cut', body: { continues: true } }]);
  await log.close();
  await store.close();
  return bench;
}

const HOW = 'bowline --resume s1';

test('bowline approve says that a turn was interrupted, and how to finish it', { timeout: 60_000 }, async () => {
  const bench = await interrupt();
  const approve = await bench.run(['approve', 's1']);
  expect(approve.code).not.toBe(0);
  expect(approve.stderr).toContain('Session s1 has no pending approval: its turn was interrupted');
  expect(approve.stderr).toContain(HOW);
  expect((await bench.run(['--resume', 's1', '-p', ''])).stdout).toBe('Finished.\n');
  expect((await bench.run(['approve', 's1'])).stderr).not.toContain('interrupted');
});

test.each([
  { words: ['diff', 's1'], isTold: true },
  { words: ['restore', 's1', '--dry-run'], isTold: true },
  { words: ['rewind', 's1', '--files', '--dry-run'], isTold: true },
  { words: ['rewind', 's1'], isTold: false },
])('bowline sessions $words tells of an interrupted turn: $isTold', { timeout: 60_000 }, async ({ words, isTold }) => {
  const bench = await interrupt();
  const { stderr } = await bench.run(['sessions', ...words]);
  expect(stderr.includes('was interrupted') && stderr.includes(HOW)).toBe(isTold);
  await bench.run(['--resume', 's1', '-p', '']);
  expect((await bench.run(['sessions', 'diff', 's1'])).stderr).not.toContain('was interrupted');
});
