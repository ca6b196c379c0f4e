import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { all, scriptedModel } from '@bowline/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { openHere } from '../../packages/sdk/src/open-here.ts';

const url = (path: string): string => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));
/** Runs a command, and dies as soon as its result is recorded: before the files were looked at again. */
const CHILD = `
  import { openHere } from ${url('../../packages/sdk/src/open-here.ts')};
  const { workspace, facts } = JSON.parse(process.argv[1]);
  const command = { name: 'run_shell_command', args: { command: 'echo agent > made.txt; rm file-7; echo x >> file-8' } };
  const client = { async *stream() {
    yield { content: { role: 'model', parts: [{ functionCall: command }] }, finishReason: 'STOP' };
  } };
  const bowline = await openHere({ workspace, client, approval: { mode: 'yolo' }, session: { id: 'killed' } }, { ...facts, pid: process.pid });
  bowline.session.subscribe(({ type }) => {
    if (type === 'tool_response') process.kill(process.pid, 'SIGKILL');
  });
  await bowline.ask('go');
`;
/** Enough that a look takes longer than a record. */
const FILES = 5000;

test('what a command has changed is undone, although its process died before it was recorded', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-killed-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const [workspace, home] = [join(folder, 'work'), join(folder, 'home')];
  for (const path of [workspace, home]) mkdirSync(path);
  for (let n = 0; n < FILES; n += 1) writeFileSync(join(workspace, `file-${n}`), `${n}\n`);
  const before = readdirSync(workspace).toSorted();
  const execArgv = ['--conditions=@bowline/source', '--no-warnings'];
  const { pid, execPath, platform } = process;
  const env = { PATH: process.env['PATH'], BOWLINE_HOME: home };
  const facts = { name: 'test', version: '0', pid, execPath, execArgv, platform, env, home };
  const child = spawn(
    execPath,
    [...execArgv, '--input-type=module-typescript', '--eval', CHILD, JSON.stringify({ workspace, facts })],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);

  const bowline = await openHere({ workspace, client: scriptedModel([]), session: { resume: 'killed' } }, facts);
  onTestFinished(() => bowline.close());
  const events = await all(bowline.session.events());
  const message = events.find((event) => event.type === 'message' && event.role === 'user');
  expect(events.some(({ type }) => type === 'tool_response')).toBe(true);
  await bowline.session.send({ action: { name: 'rewind', data: { before: message?.id ?? '', files: true } } });
  const restored = (await all(bowline.session.events())).findLast((event) => event.type === 'notice');
  expect(restored).toMatchObject({ code: 'FILES_RESTORED', text: 'restored file-7, file-8, made.txt' });
  expect(readdirSync(workspace).toSorted()).toEqual(before);
});
