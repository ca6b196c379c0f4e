import { execFileSync, spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { release, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HiddenFiles } from '../../ignore/hidden-files.ts';
import { defaultLimits, type Confinement } from '../confinement.ts';
import { createLinuxSandbox } from './create-linux-sandbox.ts';
import { detectBubblewrap } from './detect-bubblewrap.ts';
import { Placeholders } from './placeholders.ts';

const CANARY = 'canary-77ab';
let root = '';
let top = '';
let work = '';
const detected = detectBubblewrap({ architecture: process.arch, release: release(), uid: process.getuid?.() ?? 0 });

function put(name: string, content = CANARY): void {
  mkdirSync(dirname(join(top, name)), { recursive: true });
  writeFileSync(join(top, name), content);
}

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-')));
  top = join(root, 'repo');
  work = join(top, 'work');
  mkdirSync(join(root, 'home'));
  put('.bowlineignore', 'top-secret\n');
  put('top-secret');
  put('work/.bowlineignore', '*.key\nprivate/\nalias\n/node_modules/p/.env\nsealed\n');
  for (const name of ['a.key', 'deep/er/b.key', 'private/c', 'private/in/d', 'behind/e', 'sealed/.git/HEAD'])
    put(`work/${name}`);
  put('work/node_modules/p/.env');
  put('work/.env.local', 'key');
  put('work/open.txt', 'open\n');
  symlinkSync('../a.key', join(work, 'deep/soft'));
  symlinkSync('behind', join(work, 'alias'));
  linkSync(join(work, 'a.key'), join(work, 'deep/hard'));
  linkSync(join(work, 'private/c'), join(work, 'copy'));
  linkSync(join(work, 'private/in/d'), join(work, 'node_modules/p/copy'));
  linkSync(join(work, 'a.key'), join(top, 'elsewhere'));
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: top });
  execFileSync('git', ['add', '-f', 'work/a.key'], { cwd: top });
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

const isKeyName = (path: string): boolean => path.includes('/.env');

function run(line: string, profile: Confinement['profile'], hidden?: readonly string[]): string {
  if (!detected.ok) throw new Error(detected.problem);
  const home = join(root, 'home');
  const sandbox = createLinuxSandbox({
    bubblewrap: detected.found,
    architecture: process.arch === 'arm64' ? 'arm64' : 'x64',
    placeholders: new Placeholders(join(root, 'journal'), process.pid),
    scratch: root,
  });
  const files = new HiddenFiles({ folders: [work], home });
  const { paths } = files.find(profile === 'observe' ? isKeyName : undefined);
  const confined = sandbox.confine(
    {
      ...{ profile, folders: [work], home, readable: [], writable: [], hidden: hidden ?? paths },
      ...{ unixSockets: false, limits: defaultLimits },
    },
    { words: ['bash', '-c', line], cwd: work, env: { PATH: process.env['PATH'] ?? '' }, hasTerminal: false },
  );
  if ('problem' in confined) throw new Error(confined.problem);
  const { file, args, env, descriptors } = confined;
  const end = spawnSync(file, args, { env, stdio: ['ignore', 'pipe', 'pipe', ...descriptors], encoding: 'utf8' });
  confined.started();
  confined.ended();
  return `${end.stdout}${end.stderr}`;
}

const attempts: readonly string[] = [
  'cat a.key deep/er/b.key private/c private/in/d',
  'cat deep/soft deep/hard copy node_modules/p/copy',
  'cat behind/e alias/e node_modules/p/.env sealed/.git/HEAD',
  'cat /proc/self/cwd/a.key /proc/self/root$PWD/a.key /proc/1/cwd/a.key /proc/1/root$PWD/private/c',
  'cat ../work/a.key ../top-secret ../elsewhere ../work/../elsewhere',
  'grep -rhs canary . ..',
  'find .. -type f -exec cat {} +',
  'tar cf - . 2>&1',
  'cp -r . /tmp/copy; cat /tmp/copy/* /tmp/copy/*/*',
  'ln a.key /tmp/l; cat /tmp/l; ln a.key l; cat l',
  'mv private seen; cat seen/c; mv deep d2; cat d2/hard; mv a.key k; cat k',
  'umount a.key; umount private; mount --bind / /tmp; cat a.key /tmp$PWD/a.key',
  'chmod 777 private a.key; cat private/c a.key',
  'exec 5<a.key; cat <&5; exec 6<private; cat /proc/self/fd/6/c',
  'git hash-object -w a.key; git diff --no-index a.key open.txt',
  'echo > .bowlineignore; rm -f .bowlineignore; cat a.key',
];

describe.each(['observe', 'work'] as const)('in %s', (profile) => {
  test.each(attempts)('cannot read anything hidden: %s', (line) => {
    const printed = run(`${line}; cat open.txt`, profile);
    expect(printed).not.toContain(CANARY);
    expect(printed).toContain('open');
  });

  test('can read what Git has stored', () => {
    expect(run('git show :work/a.key', profile)).toContain(CANARY);
  });
});

test('observe cannot read files named like keys, but work can', () => {
  expect(run('cat .env.local', 'observe')).toMatch(/Permission denied/);
  expect(run('cat .env.local', 'work')).toBe('key');
});

test.each(attempts.filter((line) => !/^(?:echo|ln|mv|git|umount)/.test(line)))(
  'everything can be read without the list: %s',
  (line) => {
    expect(run(line, 'observe', [])).toContain(CANARY);
  },
);

test('covers a hard link if only one name is listed', () => {
  expect(run('cat a.key deep/hard ../elsewhere', 'observe', ['a.key'])).not.toContain(CANARY);
});
