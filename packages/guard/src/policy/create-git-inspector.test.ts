import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ShellLine } from '@bowline/policy';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGitInspector } from './create-git-inspector.ts';

let workspace: string;
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'bowline-inspect-'));
  execFileSync('git', ['init', '-q', workspace]);
  mkdirSync(join(workspace, 'src'));
});
afterEach(() => {
  rmSync(workspace, { recursive: true, force: true });
});

const line = (program: string): ShellLine => ({
  kind: 'understood',
  commands: [{ argv: [program, 'diff'], text: '', isReadOnly: true, hazard: null, danger: null, writes: [] }],
});
const why = (program = 'git', args = {}): Promise<string | undefined> =>
  createGitInspector({ root: workspace })({ args }, line(program));
const configure = (...args: readonly string[]): void => {
  execFileSync('git', ['-C', workspace, 'config', ...args]);
};

test('finds nothing in a new repository', async () => {
  expect(await why()).toBeUndefined();
});

test.each([
  ['filter.evil.clean', './evil'],
  ['filter.evil.process', './evil'],
  ['diff.external', './evil'],
  ['diff.evil.textconv', './evil'],
  ['DIFF.evil.command', './evil'],
  ['include.path', 'more'],
  ['includeIf.gitdir:/.path', 'more'],
  ['submodule.sm.ignore', 'none'],
  ['merge.evil.driver', './evil'],
  ['hook.evil.command', './evil'],
])('finds %s from any directory of the repository, and only for Git', async (key, value) => {
  configure(key, value);
  expect(await why()).toContain('Git may run programs');
  expect(await why('/usr/bin/git', { dir_path: 'src' })).toContain('Git may run programs');
  expect(await why('ls')).toBeUndefined();
});

test('does not wait for a pipe or a device in place of a Git file, and reports that Git may run programs', async () => {
  for (const name of ['index', 'commondir']) {
    rmSync(join(workspace, '.git', name), { force: true });
    execFileSync('mkfifo', [join(workspace, '.git', name)]);
  }
  expect(await why()).toBeUndefined();
  execFileSync('mkfifo', [join(workspace, '.git/config.worktree')]);
  expect(await why()).toContain('Git may run programs');
  rmSync(join(workspace, '.git/config.worktree'));
  symlinkSync('/dev/zero', join(workspace, '.git/config.worktree'));
  expect(await why()).toContain('Git may run programs');
});

test('finds settings that share a line, of another worktree, and of submodules', async () => {
  writeFileSync(join(workspace, '.git', 'config'), '[core] bare = false\n[core][filter "x"] clean = ./evil\n');
  expect(await why()).toContain('filters');
  writeFileSync(join(workspace, '.git', 'config'), '[core]\n');
  writeFileSync(join(workspace, '.gitmodules'), '[submodule "sm"]\n\tpath = sm\n\tignore = none\n');
  expect(await why()).toContain('submodule');
  rmSync(join(workspace, '.gitmodules'));
  execFileSync('git', [
    '-C',
    workspace,
    '-c',
    'user.name=n',
    '-c',
    'user.email=e',
    'commit',
    '-qm',
    'x',
    '--allow-empty',
  ]);
  execFileSync('git', ['-C', workspace, 'worktree', 'add', '-q', 'tree']);
  configure('filter.evil.clean', './evil');
  expect(await why('git', { dir_path: 'tree' })).toContain('filters');
});

test('inspects the repository that a link leads into, and a bare repository', async () => {
  execFileSync('git', ['init', '-q', join(workspace, 'other')]);
  execFileSync('git', ['-C', join(workspace, 'other'), 'config', 'filter.evil.clean', './evil']);
  mkdirSync(join(workspace, 'other', 'deep'));
  symlinkSync('other/deep', join(workspace, 'link'));
  expect(await why('git', { dir_path: 'link' })).toContain('filters');
  execFileSync('git', ['init', '-q', '--bare', join(workspace, 'bare')]);
  expect(await why('git', { dir_path: 'bare/refs' })).toContain('a bare repository');
});

test('accepts a named working tree that is the folder itself', async () => {
  configure('core.worktree', '..');
  expect(await createGitInspector({ root: realpathSync(workspace) })({ args: {} }, line('git'))).toBeUndefined();
  configure('core.worktree', '../..');
  expect(await why()).toContain('another working tree');
});

test('finds a URL with a password or a token if the line shows URLs', async () => {
  const show = (...argv: readonly string[]): Promise<string | undefined> => {
    const command = { argv, text: '', isReadOnly: true, hazard: null, danger: null, writes: [] };
    return createGitInspector({ root: workspace })({ args: {} }, { kind: 'understood', commands: [command] });
  };
  configure('remote.origin.url', 'ssh://git@a.test/b');
  expect(await show('git', 'remote', '-v')).toBeUndefined();
  for (const url of ['https://token@a.test/b', 'https://me:secret@a.test/b', 'ssh://me:secret@a.test/b']) {
    configure('remote.origin.url', url);
    expect(await show('git', 'remote', '-v')).toContain('password or token');
    expect(await show('git', 'config', '--get', 'remote.origin.url')).toContain('password or token');
    expect(await show('git', 'status')).toBeUndefined();
  }
});

test.each([
  ['diff', true],
  ['diff HEAD~1', true],
  ['diff --stat', false],
  ['diff --stat -p', true],
  ['diff --name-only', false],
  ['show', true],
  ['show -c', true],
  ['show --no-patch', false],
  ['log', false],
  ['log --oneline -5', false],
  ['log -p', true],
  ['log -U0', true],
  ['log -1p', true],
  ['log --cc', true],
  ['reflog -p', true],
  ['stash show -p', true],
  ['diff-tree -p HEAD', true],
  ['cat-file -p abc', true],
  ['cat-file -t abc', false],
  ['grep KEY HEAD', true],
  ['grep -e KEY', true],
  ['grep -l KEY', false],
  ['status --short', false],
])('if key files are tracked, git %s requires approval: %j', async (words, asks) => {
  writeFileSync(join(workspace, '.env'), 'KEY=1');
  execFileSync('git', ['-C', workspace, 'add', '.env']);
  const inspect = createGitInspector({ root: workspace, isProtected: (path) => path.endsWith('/.env') });
  const command = {
    argv: ['git', ...words.split(' ')],
    text: '',
    isReadOnly: true,
    hazard: null,
    danger: null,
    writes: [],
  };
  const found = await inspect({ args: {} }, { kind: 'understood', commands: [command] });
  if (asks) expect(found).toContain('This repository tracks .env');
  else expect(found).toBeUndefined();
  execFileSync('git', ['-C', workspace, 'rm', '-q', '--cached', '.env']);
  expect(await inspect({ args: {} }, { kind: 'understood', commands: [command] })).toBeUndefined();
});
