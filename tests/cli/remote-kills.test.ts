import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRemoteProvider } from '@bowline/workspace';
import { expect, onTestFinished, test } from 'vitest';

const cli = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url));

interface Served {
  readonly url: string;
  readonly child: ChildProcess;
}

/** Runs `bowline workspace serve` as a process of its own. */
async function serve(root: string, token: string, listen: string): Promise<Served> {
  const argv = ['--conditions=@bowline/source', '--no-warnings', cli, 'workspace', 'serve', '--sandbox=off'];
  const child = spawn(process.execPath, [...argv, '--root', root, '--listen', listen], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOME: root,
      TMPDIR: tmpdir(),
      BOWLINE_HOME: join(root, 'home'),
      BOWLINE_WORKSPACE_TOKEN: token,
    },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const url = /bowline:\/\/\S+/.exec(printed.toString())?.[0];
  if (url === undefined) throw new Error(printed.toString());
  return { url, child };
}

test('a command outlives the killed process that served it, and its call ends with its result', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-kill-')));
  onTestFinished(() => {
    rmSync(root, { recursive: true, force: true });
  });
  const token = randomBytes(32).toString('hex');
  const first = await serve(root, token, '127.0.0.1:0');
  const retryMs = Array.from({ length: 200 }, () => 200);
  const remote = createRemoteProvider({ url: first.url, token, retryMs });
  const workspace = await remote.open({ sessionId: 'killed' });
  onTestFinished(() => {
    workspace.close();
  });
  const command = 'touch begun; while [ ! -e go ]; do sleep 0.02; done; echo x >> runs; echo done';
  const started = await workspace.commands.start({ key: 'k', command, cwd: root });
  await expect.poll(() => existsSync(join(root, 'begun')), { timeout: 30_000 }).toBe(true);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const writing = workspace.files.write(join(root, 'while-away.txt'), Buffer.from('written once'));
  await serve(root, token, first.url.replace('bowline://', ''));
  writeFileSync(join(root, 'go'), '');
  const end = await started.ended;
  await writing;
  expect([end.exitCode, end.head, readFileSync(join(root, 'runs'), 'utf8')]).toEqual([0, 'done\n', 'x\n']);
  expect(readFileSync(join(root, 'while-away.txt'), 'utf8')).toBe('written once');
}, 180_000);
