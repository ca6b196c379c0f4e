import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareHome } from './prepare-home.ts';

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-home-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  writeFileSync(join(folder, 'file'), '');
  return folder;
}

test('creates the folder and its parents, readable only by the user', () => {
  const folder = openFolder();
  expect(prepareHome('a/b', folder)).toBeUndefined();
  expect(statSync(join(folder, 'a/b')).mode & 0o077).toBe(0);
  expect(prepareHome(join(folder, 'a/b'), '/')).toBeUndefined();
});

test.each([undefined, ''])('does nothing without a folder: %j', (home) => {
  expect(prepareHome(home, openFolder())).toBeUndefined();
});

test.each(['file', 'file/below'])('%s is a file, or below one', (home) => {
  const folder = openFolder();
  expect(prepareHome(home, folder)).toMatchObject({
    message: expect.stringContaining(`${join(folder, 'file')} is not a folder`) as string,
  });
});

test.runIf(existsSync('/proc/self'))('says at once that nothing can be created in /proc', () => {
  expect(prepareHome('/proc/nope/below', '/')).toMatchObject({
    message: expect.stringContaining('/proc/nope cannot be created') as string,
  });
});
