import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answer, type ScriptedStep } from '@bowline/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { openBench, type Bench } from './run-bowline.ts';

interface Far {
  readonly folder: string;
  readonly url: string;
  readonly tokenFile: string;
  readonly stop: () => Promise<{ readonly code: number; readonly stderr: string }>;
}

/** Runs `bowline workspace serve` with a home of its own. */
async function serve(...more: readonly string[]): Promise<Far> {
  const bench = await openBench();
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-far-')));
  const tokenFile = join(bench.home, 'token');
  const stop = new AbortController();
  const { promise, resolve } = Promise.withResolvers<string>();
  const running = bench.run(
    ['workspace', 'serve', '--root', root, '--listen', '127.0.0.1:0', '--token-file', tokenFile, ...more],
    { signal: stop.signal, read: resolve },
  );
  onTestFinished(async () => {
    stop.abort();
    await running;
    await bench.close();
    rmSync(root, { recursive: true, force: true });
  });
  const printed = await Promise.race([promise, running.then(({ stderr }) => stderr)]);
  const url = /bowline:\/\/\S+/.exec(printed)?.[0];
  if (url === undefined) throw new Error(printed);
  return {
    folder: root,
    url,
    tokenFile,
    stop: async () => {
      stop.abort();
      return await running;
    },
  };
}

async function openNear(...steps: readonly ScriptedStep[]): Promise<Bench> {
  const bench = await openBench(...steps);
  onTestFinished(bench.close);
  return bench;
}

/** Saves the token of a workspace as the user would. */
function trust(bench: Bench, token: string): void {
  mkdirSync(bench.home, { recursive: true });
  writeFileSync(join(bench.home, 'workspace-token'), token, { mode: 0o600 });
}

test('the changes of files are shown and restored in the folder that another process serves', async () => {
  const far = await serve();
  const bench = await openNear(
    answer.calls({ name: 'write_file', args: { file_path: 'a.txt', content: 'from afar\n' } }),
    answer.calls({ name: 'run_shell_command', args: { command: 'echo more >> a.txt' } }),
    answer.text('done'),
  );
  trust(bench, readFileSync(far.tokenFile, 'utf8'));
  await bench.run(['--workspace', far.url, '-y', '-p', 'go', '--session-id', 's1']);
  expect((await bench.run(['sessions', 'diff', 's1'])).stdout).toContain('+from afar\n+more\n');
  expect((await bench.run(['sessions', 'restore', 's1', '--dry-run'])).stdout).toContain('delete  a.txt');
  expect(existsSync(join(far.folder, 'a.txt'))).toBe(true);
  expect(await bench.run(['sessions', 'restore', 's1'])).toMatchObject({ code: 0 });
  expect(existsSync(join(far.folder, 'a.txt'))).toBe(false);
});

test('a session edits files and runs commands in the folder that another process serves', async () => {
  const far = await serve();
  const bench = await openNear(
    answer.calls(
      { name: 'write_file', args: { file_path: 'a.txt', content: 'from afar\n' } },
      { name: 'run_shell_command', args: { command: 'cat a.txt; pwd', wait_for_previous: true } },
    ),
    answer.calls({ name: 'read_file', args: { file_path: 'a.txt' } }),
    answer.text('done'),
    answer.text('again'),
  );
  trust(bench, readFileSync(far.tokenFile, 'utf8'));
  const { code, stdout, stderr } = await bench.run(['--workspace', far.url, '-y', '-p', 'go']);
  expect([code, stdout, stderr]).toEqual([0, 'done\n', expect.any(String)]);
  expect(readFileSync(join(far.folder, 'a.txt'), 'utf8')).toBe('from afar\n');
  expect(existsSync(join(bench.workspace, 'a.txt'))).toBe(false);
  const sent = JSON.stringify(bench.server.requests.map(({ body }) => body));
  expect(sent).toContain(far.folder);
  expect(sent).not.toContain(bench.workspace);
  // The session remembers where it works.
  const resumed = await bench.run(['--workspace', far.url, '--resume', 'latest', '-p', 'more']);
  expect([resumed.code, resumed.stdout]).toEqual([0, 'again\n']);
});

test('the near token is asked for, and a wrong one is named', async () => {
  const far = await serve();
  const bench = await openNear();
  const argv = ['--workspace', far.url, '-p', 'go'];
  expect((await bench.run(argv)).stderr).toContain(`No token for workspace ${far.url}`);
  trust(bench, 'x'.repeat(40));
  expect((await bench.run(argv)).stderr).toContain(`Wrong token for workspace ${far.url}`);
  // A session that could not start is not in the list.
  expect((await bench.run(['sessions', 'list', '--all'])).stderr).toContain('No sessions yet');
});

test('serve creates a token that only its user can read, refuses one that others can, and stops cleanly', async () => {
  const far = await serve();
  expect(statSync(far.tokenFile).mode & 0o777).toBe(0o600);
  expect(readFileSync(far.tokenFile, 'utf8').trim().length).toBeGreaterThan(40);
  const bench = await openNear();
  const { host } = new URL(far.url);
  const second = await bench.run(['workspace', 'serve', '--token-file', far.tokenFile, '--listen', host]);
  expect(second.stderr).toContain(`Cannot listen on ${host}: another process uses this port`);
  expect(await far.stop()).toMatchObject({ code: 0 });
  writeFileSync(join(bench.workspace, 'token'), 'x'.repeat(40), { mode: 0o644 });
  const { code, stderr } = await bench.run(['workspace', 'serve', '--token-file', 'token', '--listen', '127.0.0.1:0']);
  expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining('Other users can read the token')]);
});

test('each session works in a clone of its own of a served reference, and finds it again', async () => {
  const source = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-source-')));
  onTestFinished(() => {
    rmSync(source, { recursive: true, force: true });
  });
  const git = (...words: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: source, encoding: 'utf8' });
  git('init', '-q', '-b', 'main');
  writeFileSync(join(source, 'a.txt'), 'given\n');
  git('add', '.');
  git('commit', '-qm', 'first');
  const far = await serve('--root', `git+file://${source}#main`);
  const runs = (command: string): ScriptedStep => answer.calls({ name: 'run_shell_command', args: { command } });
  const bench = await openNear(
    ...[runs('echo one >> a.txt; git commit -qam one; cat a.txt'), answer.text('done')],
    ...[runs('cat a.txt'), answer.text('done')],
    ...[runs('cat a.txt'), answer.text('done')],
  );
  trust(bench, readFileSync(far.tokenFile, 'utf8'));
  const ask = async (...words: string[]): Promise<string> => {
    const run = await bench.run([...words, '--approval-mode=yolo', '-p', 'go', '--output-format=stream-json']);
    expect(run.code).toBe(0);
    return run.stdout;
  };
  expect(await ask('--workspace', far.url, '--session-id', 'first')).toContain('given\\none');
  expect(await ask('--workspace', far.url, '--session-id', 'second')).not.toContain('given\\none');
  expect(await ask('-r', 'first')).toContain('given\\none');
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '--format=%s', '--all')).toBe('first\n');
});
