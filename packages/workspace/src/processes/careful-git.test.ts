import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toCommandEnvironment } from './to-command-environment.ts';

let folder: string;
let hit: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowline-git-'));
  hit = join(folder, 'hit');
  writeFileSync(join(folder, 'evil'), `#!/bin/sh\ntouch ${hit}\ncat >/dev/null 2>&1 </dev/null\n`);
  chmodSync(join(folder, 'evil'), 0o755);
  mkdirSync(join(folder, 'work'));
  prepare('git init -q . && echo a > f && git add f && git commit -qm one && echo b > f');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const plain = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'n'],
      [`GIT_${who}_EMAIL`, 'e'],
    ]),
  ),
});
const prepare = (script: string): void => {
  const { status, stderr } = spawnSync('bash', ['-ec', script], {
    cwd: join(folder, 'work'),
    env: { ...plain(), EVIL: join(folder, 'evil') },
  });
  expect([status, String(stderr)]).toEqual([0, expect.any(String)]);
};
/** True if the repository's own program runs when Git reads. */
const runs = (command: string, isCareful: boolean): boolean => {
  rmSync(hit, { force: true });
  const env = toCommandEnvironment(plain(), { hasTerminal: true, isCareful });
  spawnSync('bash', ['-c', command], { cwd: join(folder, 'work'), env, timeout: 10_000 });
  return existsSync(hit);
};

test.each([
  ['a monitor of files', 'git config core.fsmonitor "$EVIL"', 'git status'],
  [
    'a monitor in a file that is included',
    'printf "[core]\\nfsmonitor = $EVIL\\n" > .git/more; git config include.path more',
    'git status',
  ],
  [
    'a repository in a folder',
    'git init -q --bare sub; cd sub; git config core.bare false; git config core.worktree "$PWD"; git config core.fsmonitor "$EVIL"',
    'cd sub && git status',
  ],
  [
    'a hook',
    'cp "$EVIL" .git/hooks/post-index-change; sleep 0; touch f; git update-index --refresh || true',
    'git status',
  ],
  [
    'a monitor of a submodule',
    'git init -q sm; cd sm; echo 1 > a; git add a; git commit -qm s; cd ..; git add sm; git commit -qm sm; git -C sm config core.fsmonitor "$EVIL"',
    'git status',
  ],
  [
    'what connects for a missing object',
    'git config extensions.partialClone origin; git config core.repositoryformatversion 1; git config remote.origin.promisor true; git config remote.origin.url "ext::$EVIL"; git config protocol.ext.allow always; o=$(git rev-parse HEAD:f); rm -f .git/objects/${o:0:2}/${o:2}',
    'git show HEAD:f',
  ],
  [
    'ssh for a missing object',
    'git config extensions.partialClone origin; git config core.repositoryformatversion 1; git config remote.origin.promisor true; git config remote.origin.url "ssh://h/x"; git config core.sshCommand "$EVIL"; o=$(git rev-parse HEAD:f); rm -f .git/objects/${o:0:2}/${o:2}',
    'git show HEAD:f',
  ],
])('Git does not run %s without approval', (_, before, command) => {
  prepare(before);
  const wouldRun = runs(command, false);
  expect(runs(command, true)).toBe(false);
  // Hooks run only when Git writes its index. Every other case must be shown to run without these settings.
  expect(wouldRun || before.includes('hooks')).toBe(true);
});

test('uses no pager in a terminal, and ignores Git variables from the environment', () => {
  const env = { PATH: '/bin', GIT_EXTERNAL_DIFF: 'evil', GIT_DIR: '/x', GIT_CONFIG_GLOBAL: '/mine', PAGER: 'evil' };
  const careful = toCommandEnvironment(env, { hasTerminal: true, isCareful: true });
  expect(careful).toMatchObject({ GIT_PAGER: 'cat', GIT_CONFIG_GLOBAL: '/mine' });
  expect(careful).not.toHaveProperty('GIT_EXTERNAL_DIFF');
  expect(careful).not.toHaveProperty('GIT_DIR');
  expect(toCommandEnvironment(env, { hasTerminal: true })).toMatchObject({ GIT_EXTERNAL_DIFF: 'evil', PAGER: 'evil' });
});

test('answers Git queries as usual', () => {
  const env = toCommandEnvironment(plain(), { hasTerminal: false, isCareful: true });
  const git = (...args: readonly string[]): string =>
    String(spawnSync('git', args, { cwd: join(folder, 'work'), env }).stdout);
  expect(git('status', '--short')).toBe(' M f\n');
  expect(git('diff')).toContain('+b');
  expect(git('log', '--oneline')).toContain('one');
});

test('uses the restricted PATH only for commands without approval', () => {
  const manner = { hasTerminal: false, unaskedPath: '/usr/bin' };
  expect(toCommandEnvironment({ PATH: '/work/bin' }, { ...manner, isCareful: true })).toHaveProperty(
    'PATH',
    '/usr/bin',
  );
  expect(toCommandEnvironment({ PATH: '/work/bin' }, manner)).toHaveProperty('PATH', '/work/bin');
});
