import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readRegularFile } from './read-regular-file.ts';

test('reads only regular files, including through links', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-regular-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const at = (name: string): string => join(folder, name);
  writeFileSync(at('file'), 'text');
  symlinkSync('file', at('link'));
  symlinkSync('/dev/zero', at('device'));
  execFileSync('mkfifo', [at('pipe')]);
  expect(['file', 'link'].map((name) => readRegularFile(at(name))?.toString())).toEqual(['text', 'text']);
  for (const name of ['device', 'pipe', 'none', '.']) expect(readRegularFile(at(name))).toBeUndefined();
});
