import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { toText, type AgentEvent } from '@bowline/protocol';
import { all, scriptedModel } from '@bowline/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { openHere } from '../../packages/sdk/src/open-here.ts';

const url = (path: string): string => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)));
/** Runs a command in mode preview, asks about it, and dies at an event. */
const CHILD = `
  import { openHere } from ${url('../../packages/sdk/src/open-here.ts')};
  const { workspace, facts, dieAt, second } = JSON.parse(process.argv[1]);
  const commands = ['echo first > made; echo two >> a', second];
  let step = 0;
  const client = { async *stream() {
    const command = commands[step++];
    const call = command === undefined ? { name: 'apply_changes', args: { summary: 's' } }
      : { name: 'run_shell_command', args: { command } };
    yield { content: { role: 'model', parts: [{ functionCall: call }] }, finishReason: 'STOP' };
  } };
  const bowline = await openHere({ workspace, client, approval: { mode: 'preview' }, trust: { isTrusted: true },
    session: { id: 'killed' }, onConfirmation: () => dieAt === 'input_preview' ? new Promise(() => undefined) : 'once' },
    { ...facts, pid: process.pid });
  let responses = 0;
  bowline.session.subscribe((event) => {
    if (event.type === 'tool_response') responses += 1;
    const isIt = dieAt === 'started' ? responses === 2 && event.type === 'tool_status' && event.status === 'running' :
      dieAt === 'response' ? responses === 1 : event.type === dieAt;
    if (isIt) process.kill(process.pid, 'SIGKILL');
  });
  if (dieAt === 'second') setInterval(() => { if (responses === 1) process.kill(process.pid, 'SIGKILL'); }, 500);
  await bowline.ask('go');
`;

async function dieAndResume(dieAt: string, { second = 'cat made a' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-killed-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const [workspace, home] = [join(folder, 'work'), join(folder, 'home')];
  for (const path of [workspace, home]) mkdirSync(path);
  writeFileSync(join(workspace, 'a'), 'one\n');
  const read = (name: string): string | undefined =>
    existsSync(join(workspace, name)) ? readFileSync(join(workspace, name), 'utf8') : undefined;
  const execArgv = ['--conditions=@bowline/source', '--no-warnings'];
  const { pid, execPath, platform } = process;
  const env = { PATH: process.env['PATH'], BOWLINE_HOME: home };
  const facts = { name: 'test', version: '0', pid, execPath, execArgv, platform, env, home };
  const child = spawn(
    execPath,
    [
      ...execArgv,
      '--input-type=module-typescript',
      '--eval',
      CHILD,
      JSON.stringify({ workspace, facts, dieAt, second }),
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
  const before = [read('made'), read('a')];
  const cat = { name: 'run_shell_command', args: { command: 'cat made a' } };
  const model = scriptedModel([{ chunks: [{ calls: [cat] }] }, { chunks: [{ text: 'done' }] }]);
  const asked: string[] = [];
  const bowline = await openHere(
    {
      workspace,
      client: model,
      session: { resume: 'killed' },
      trust: { isTrusted: true },
      onConfirmation: ({ tool }) => {
        asked.push(tool);
        return 'once';
      },
    },
    facts,
  );
  onTestFinished(() => bowline.close());
  const events: AgentEvent[] = [];
  bowline.session.subscribe((event) => events.push(event));
  await bowline.session.send({ action: { name: 'resume' } });
  await expect.poll(() => events.some(({ type }) => type === 'agent_end'), { timeout: 20_000 }).toBe(true);
  const responses = (await all(bowline.session.events())).flatMap((event) =>
    event.type === 'tool_response' ? [toText(event.content)] : [],
  );
  return { before, after: [read('made'), read('a')], asked, responses, bowline, workspace };
}

test('what a command changed aside is there after its process was killed', async () => {
  const { before, after, asked, responses } = await dieAndResume('response');
  expect(before).toEqual([undefined, 'one\n']);
  expect(responses.join()).toContain('first\none\ntwo');
  expect(asked).toEqual(['apply_changes']);
  expect(after).toEqual(['first\n', 'one\ntwo\n']);
});

test('a command that was running aside when its process was killed runs again, because it has changed nothing', async () => {
  const second = 'echo again >> made; sleep 2; cat made';
  const { before, after, responses } = await dieAndResume('second', { second });
  expect(before).toEqual([undefined, 'one\n']);
  expect(responses[1]).toContain('first\nagain');
  expect(after).toEqual(['first\nagain\n', 'one\ntwo\n']);
});

test('a question about pending changes waits for another process', async () => {
  const { before, after, asked } = await dieAndResume('input_preview');
  expect(before).toEqual([undefined, 'one\n']);
  expect(asked).toEqual(['apply_changes']);
  expect(after).toEqual(['first\n', 'one\ntwo\n']);
});

test('an apply that was begun is completed once', async () => {
  const { after, asked, responses, workspace } = await dieAndResume('started');
  expect(asked).toEqual([]);
  expect(after).toEqual(['first\n', 'one\ntwo\n']);
  expect(responses.filter((text) => text.includes('were applied to the workspace'))).toHaveLength(1);
  expect(existsSync(workspace)).toBe(true);
});
