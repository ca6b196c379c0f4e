import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { describePlace } from './describe-place.ts';

it('warns only at the root and in the home directory, also under another name', () => {
  const home = mkdtempSync(join(tmpdir(), 'bowline-place-'));
  const link = `${home}-link`;
  symlinkSync(home, link);
  onTestFinished(() => {
    rmSync(link);
    rmSync(home, { recursive: true });
  });
  expect(describePlace(home, home)).toEqual([expect.stringContaining('You are in your home directory')]);
  expect(describePlace(link, home)).toEqual(describePlace(home, home));
  expect(describePlace('/', home)).toEqual([expect.stringContaining('You are at the root of the file system')]);
  expect(describePlace(tmpdir(), home)).toEqual([]);
});
