import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findGitSettings } from './find-git-settings.ts';

test('finds the settings of a repository, its worktrees and submodules, including through links', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-')));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const files = [
    'config',
    'worktrees/a/config.worktree',
    'modules/b/HEAD',
    'modules/b/config',
    'modules/c/d/HEAD',
    'modules/c/d/config',
    'modules/c/d/modules/e/HEAD',
    'modules/c/d/modules/e/config',
    'modules/f/config',
    'refs/config',
  ];
  for (const name of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), '');
  }
  symlinkSync('refs/config', join(folder, 'config.worktree'));
  writeFileSync(join(folder, 'config.lock'), '');
  expect(findGitSettings(folder).map((path) => path.slice(folder.length + 1))).toEqual([
    'config',
    'config.lock',
    'refs/config',
    'worktrees/a/config.worktree',
    'modules/b/config',
    'modules/c/d/config',
    'modules/c/d/modules/e/config',
  ]);
  expect(findGitSettings(join(folder, 'gone'))).toEqual([]);
});
