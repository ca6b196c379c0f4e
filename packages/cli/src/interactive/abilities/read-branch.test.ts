import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readBranch } from './read-branch.ts';

function repository(head: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-branch-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  mkdirSync(join(folder, '.git/worktrees/other'), { recursive: true });
  mkdirSync(join(folder, 'src/deep'), { recursive: true });
  writeFileSync(join(folder, '.git/HEAD'), head);
  return folder;
}

test.each([
  ['ref: refs/heads/main\n', 'main'],
  ['ref: refs/heads/feature/of-mine\n', 'feature/of-mine'],
  ['0123456789abcdef0123456789abcdef01234567\n', '0123456'],
  ['nonsense', null],
])('reads %j as %s, from any folder below', async (head, branch) => {
  const folder = repository(head);
  expect(await readBranch(folder)).toBe(branch);
  expect(await readBranch(join(folder, 'src/deep'))).toBe(branch);
});

test('reads the branch of a worktree', async () => {
  const folder = repository('ref: refs/heads/main\n');
  writeFileSync(join(folder, '.git/worktrees/other/HEAD'), 'ref: refs/heads/other\n');
  writeFileSync(join(folder, 'src/.git'), 'gitdir: ../.git/worktrees/other\n');
  expect(await readBranch(join(folder, 'src'))).toBe('other');
});

test('neither waits for a pipe nor reads a device', async () => {
  const folder = repository('');
  rmSync(join(folder, '.git/HEAD'));
  execFileSync('mkfifo', [join(folder, '.git/HEAD')]);
  expect(await readBranch(folder)).toBeNull();
  rmSync(join(folder, '.git/HEAD'));
  symlinkSync('/dev/zero', join(folder, '.git/HEAD'));
  expect(await readBranch(folder)).toBeNull();
});

test('returns null without a repository', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-branch-'));
  expect(await readBranch(folder)).toBeNull();
  rmSync(folder, { recursive: true });
});
