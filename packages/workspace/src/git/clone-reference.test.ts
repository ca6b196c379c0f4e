import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cloneReference, type Cloned } from './clone-reference.ts';
import { parseGitAddress } from './git-address.ts';

let base = '';
let source = '';
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'bowline-git-'));
  source = join(base, 'source');
  mkdirSync(join(base, 'home'));
  mkdirSync(source);
  git('init', '-q', '-b', 'main');
  commit('a.txt', 'one\n');
  git('tag', 'v1');
  commit('a.txt', 'two\n');
});
afterEach(() => {
  rmSync(base, { recursive: true, force: true });
});

function git(...words: string[]): string {
  const env = { PATH: process.env['PATH'], HOME: join(base, 'home'), GIT_CONFIG_NOSYSTEM: '1' };
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
  return execFileSync('git', [...who, ...words], { cwd: source, env, encoding: 'utf8' });
}

function commit(name: string, content: string): void {
  writeFileSync(join(source, name), content);
  git('add', '.');
  git('commit', '-qm', content.trim());
}

const clone = async (
  reference: string,
  folder = join(base, 'clone'),
  address = `git+file://${source}`,
): Promise<Cloned> => {
  const parsed = parseGitAddress(`${address}#${reference}`);
  if (parsed === undefined) throw new Error('no address');
  return await cloneReference(parsed, {
    folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: join(base, 'home') },
  });
};

test.each([
  ['a branch', () => 'main', 'two\n'],
  ['a tag', () => 'v1', 'one\n'],
  ['what the repository names', () => 'HEAD', 'two\n'],
  ['a full commit', () => git('rev-parse', 'HEAD').trim(), 'two\n'],
])('%s becomes a folder of its own, in which Git works', async (...[, reference, content]) => {
  expect(await clone(reference())).toEqual({ kind: 'cloned' });
  expect(readFileSync(join(base, 'clone/a.txt'), 'utf8')).toBe(content);
  const status = execFileSync('git', ['status', '--porcelain', '--branch'], {
    cwd: join(base, 'clone'),
    encoding: 'utf8',
  });
  expect(status).toBe('## bowline\n');
  expect(git('status', '--porcelain')).toBe('');
});

test('a folder that was cloned before stays, with its changes, and an interrupted clone is made again', async () => {
  mkdirSync(join(base, 'clone.new/.git'), { recursive: true });
  expect(await clone('main')).toEqual({ kind: 'cloned' });
  writeFileSync(join(base, 'clone/a.txt'), 'mine\n');
  expect(await clone('v1')).toEqual({ kind: 'there' });
  expect(readFileSync(join(base, 'clone/a.txt'), 'utf8')).toBe('mine\n');
});

test.each([
  ['an unknown reference', 'no-such-branch', undefined],
  ['a missing repository', 'main', 'git+file:///nowhere/at/all'],
])('%s fails with what Git says, and leaves nothing', async (...[, reference, address]) => {
  const failed = await clone(reference, join(base, 'clone'), address);
  expect(failed).toMatchObject({ kind: 'failed', problem: expect.stringMatching(/fatal/) as string });
  expect(readdirSync(base).toSorted()).toEqual(['home', 'source']);
});

test('no hook, filter or helper runs, wherever it is configured', async () => {
  const canary = join(base, 'ran');
  const program = join(base, 'program');
  writeFileSync(program, `#!/bin/sh\ntouch ${canary}\ncat\n`);
  chmodSync(program, 0o755);
  commit('.gitattributes', '* filter=evil\n');
  mkdirSync(join(base, 'hooks'));
  for (const name of ['post-checkout', 'reference-transaction', 'post-index-change'])
    writeFileSync(join(base, 'hooks', name), readFileSync(program), { mode: 0o755 });
  mkdirSync(join(base, 'template/hooks'), { recursive: true });
  writeFileSync(join(base, 'template/hooks/post-checkout'), readFileSync(program), { mode: 0o755 });
  const settings = `[core]\n\thooksPath = ${base}/hooks\n\tfsmonitor = ${program}\n[filter "evil"]\n\tsmudge = ${program}\n\tclean = ${program}\n\trequired = true\n[init]\n\ttemplateDir = ${base}/template\n[credential]\n\thelper = !${program}\n`;
  writeFileSync(join(base, 'home/.gitconfig'), settings);
  // The settings do work: Git itself runs the programs.
  execFileSync('git', ['clone', '-q', source, join(base, 'plain')], {
    env: { PATH: process.env['PATH'], HOME: join(base, 'home') },
  });
  expect(existsSync(canary)).toBe(true);
  rmSync(canary);
  expect(await clone('main')).toEqual({ kind: 'cloned' });
  expect(existsSync(canary)).toBe(false);
});

test('submodules are not fetched', async () => {
  commit('.gitmodules', '[submodule "sub"]\n\tpath = sub\n\turl = ext::sh -c "touch /tmp/never"\n');
  git('update-index', '--add', '--cacheinfo', `160000,${git('rev-parse', 'HEAD').trim()},sub`);
  git('commit', '-qm', 'submodule');
  expect(await clone('main')).toEqual({ kind: 'cloned' });
  expect(readdirSync(join(base, 'clone/sub'))).toEqual([]);
});

test.each([
  'git+ext::sh -c id',
  'git+http://host/repo',
  'git+https:///repo',
  'git+https://user:secret@host/repo',
  'git+ssh://-oProxyCommand=id/repo',
  'git+file://host/repo',
  'git+https://host/repo#--upload-pack=id',
  'git+https://host/repo#a..b',
  'git+https://host/repo#a b',
  'git+https://host/repo#a:b',
  'https://host/repo',
])('%s is no address', (address) => {
  expect(parseGitAddress(address)).toBeUndefined();
});

test('an address names its only protocol', () => {
  expect(parseGitAddress('git+ssh://git@host/a/b.git#v1')).toEqual({
    repository: 'ssh://git@host/a/b.git',
    protocol: 'ssh',
    reference: 'v1',
  });
});
