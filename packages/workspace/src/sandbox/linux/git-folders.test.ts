import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findGitFolders, findGitTop } from './git-folders.ts';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-')));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const git = (cwd: string, ...args: readonly string[]): void => {
  const settings = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always'];
  execFileSync('git', [...settings, ...args], { cwd, stdio: 'ignore' });
};
function createRepository(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  git(path, 'init', '-b', 'main');
  git(path, 'commit', '--allow-empty', '-m', 'first');
  return path;
}

test('a standalone repository has a single folder', () => {
  const main = createRepository('main');
  expect(findGitFolders(main)).toEqual({ own: join(main, '.git'), common: join(main, '.git') });
  expect(findGitFolders(folder)).toBeUndefined();
});

test('a linked worktree has its own folder inside that of the repository', () => {
  const main = createRepository('main');
  git(main, 'worktree', 'add', join(folder, 'side'));
  const own = join(main, '.git/worktrees/side');
  expect(findGitFolders(join(folder, 'side'))).toEqual({ own, common: join(main, '.git') });
});

test('a submodule has its folder inside that of the outer repository', () => {
  const [main] = [createRepository('main'), createRepository('lib')];
  git(main, 'submodule', 'add', join(folder, 'lib'), 'lib');
  const own = join(main, '.git/modules/lib');
  expect(findGitFolders(join(main, 'lib'))).toEqual({ own, common: own });
});

test.each(['main/.git', 'main/.git/worktrees/side', 'keys'])(
  'a .git file that names %s, which does not point back, is ignored',
  (named) => {
    const main = createRepository('main');
    git(main, 'worktree', 'add', join(folder, 'side'));
    mkdirSync(join(folder, 'keys'));
    writeFileSync(join(folder, 'keys', 'HEAD'), 'ref: refs/heads/main\n');
    mkdirSync(join(folder, 'evil'));
    writeFileSync(join(folder, 'evil', '.git'), `gitdir: ${join(folder, named)}\n`);
    expect(findGitFolders(join(folder, 'evil'))).toBeUndefined();
  },
);

test('the top of a repository is found from inside, but not above the home folder', () => {
  const main = createRepository('main');
  mkdirSync(join(main, 'a/b'), { recursive: true });
  expect(findGitTop(join(main, 'a/b'), { below: folder })).toBe(main);
  expect(findGitTop(join(main, 'a/b'), { below: main })).toBeUndefined();
});
