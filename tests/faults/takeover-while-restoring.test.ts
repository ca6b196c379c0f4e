import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scriptedModel } from '@bowline/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openHere } from '../../packages/sdk/src/open-here.ts';

const url = (path: string): string => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));
/** Writes a file, waits for the test, and asks for the file back. */
const CHILD = `
  import { existsSync } from 'node:fs';
  import { openHere } from ${url('../../packages/sdk/src/open-here.ts')};
  const { workspace, facts, go } = JSON.parse(process.argv[1]);
  const call = { name: 'write_file', args: { file_path: 'a.txt', content: 'agent' } };
  let calls = 0;
  const client = { async *stream() {
    const parts = calls++ === 0 ? [{ functionCall: call }] : [{ text: 'done' }];
    yield { content: { role: 'model', parts }, finishReason: 'STOP' };
  } };
  const bowline = await openHere({ workspace, client, approval: { mode: 'yolo' }, session: { id: 'old' } }, { ...facts, pid: process.pid });
  await bowline.ask('go');
  console.log('written');
  while (!existsSync(go)) await new Promise((resolve) => setTimeout(resolve, 10));
  const events = [];
  for await (const event of bowline.session.events()) events.push(event);
  const before = events.find(({ type, role }) => type === 'message' && role === 'user').id;
  console.log('asked');
  await bowline.session.send({ action: { name: 'restore', data: { before } } });
`;
/** Longer than one wait for the lock. */
const HELD_MS = 12_000;

test('a session that is taken over while files are restored opens when they are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-restoring-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const [workspace, home, go] = [join(folder, 'work'), join(folder, 'home'), join(folder, 'go')];
  for (const path of [workspace, home]) mkdirSync(path);
  const execArgv = ['--conditions=@bowline/source', '--no-warnings'];
  const { pid, execPath, platform } = process;
  const env = { PATH: process.env['PATH'], BOWLINE_HOME: home };
  const facts = { name: 'test', version: '0', pid, execPath, execArgv, platform, env, home };
  const child = spawn(
    execPath,
    [...execArgv, '--input-type=module-typescript', '--eval', CHILD, JSON.stringify({ workspace, facts, go })],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const said: string[] = [];
  child.stdout.on('data', (text: Buffer) => said.push(String(text)));
  const ended = once(child, 'close');
  await vi.waitFor(() => {
    expect(said.join('')).toContain('written');
  }, 30_000);

  // What another process that restores holds.
  const [store = ''] = readdirSync(join(home, 'files'));
  const lock = new DatabaseSync(join(home, 'files', store, 'restore.lock'));
  lock.exec('BEGIN EXCLUSIVE');
  writeFileSync(go, '');
  await vi.waitFor(() => {
    expect(said.join('')).toContain('asked');
  }, 30_000);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  child.kill('SIGKILL');
  await ended;
  expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('agent');

  const began = performance.now();
  setTimeout(() => {
    lock.close();
  }, HELD_MS);
  const bowline = await openHere({ workspace, client: scriptedModel([]), session: { resume: 'old' } }, facts);
  onTestFinished(() => bowline.close());
  expect(performance.now() - began).toBeGreaterThan(HELD_MS - 100);
  expect(existsSync(join(workspace, 'a.txt'))).toBe(false);
});
