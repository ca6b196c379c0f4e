import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTemporaryRoot } from './open-temporary-root.ts';

test('files that a run leaves in the temporary folder are removed with it', async () => {
  const before = tmpdir();
  const root = openTemporaryRoot();
  const folder = mkdtempSync(join(tmpdir(), 'left-'));
  writeFileSync(join(folder, 'file'), 'left');
  expect(folder.startsWith(root.path)).toBe(true);
  await root.close();
  expect(existsSync(folder)).toBe(false);
  expect(tmpdir()).toBe(before);
});

test('a process that outlives its run is ended, and fails the run', async () => {
  const root = openTemporaryRoot({ patienceMs: 0 });
  const script = 'sleep 300 > /dev/null 2>&1 & echo $!';
  const pid = Number(spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout);
  await expect(root.close()).rejects.toThrow(`${pid} sleep 300`);
  // If orphans are not reaped, an ended process keeps its entry, without its command.
  const readCommand = (): string => spawnSync('cat', [`/proc/${pid}/cmdline`], { encoding: 'utf8' }).stdout;
  await expect.poll(readCommand).toBe('');
  expect(existsSync(root.path)).toBe(false);
});

test('this run has its own temporary folder', () => {
  expect(tmpdir()).toMatch(/\/b-\w{6}$/);
});
