import { AgentError } from '@bowline/protocol';
import { createRemoteProvider, type OpenedWorkspace, type WorkspaceCommand } from '@bowline/workspace';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TIMES, toScript, type NearCommand, type NearTask, type Report } from '../tasks.ts';

/**
 * Runs commands in a remote workspace as a session does: notes that one begins, and after a restart joins what had begun
 * instead of running it again.
 */
const task = JSON.parse(process.argv[2] ?? '') as NearTask;
const begun = join(task.folder, 'begun');
const reports = join(task.folder, 'reports');
const linesOf = (path: string): readonly string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
const provider = createRemoteProvider({ url: task.url, token: task.token, times: TIMES });

async function open(): Promise<OpenedWorkspace> {
  for (;;) {
    try {
      return await provider.open({ sessionId: 'session' });
    } catch (thrown) {
      if (AgentError.from(thrown).code !== 'SERVER_UNREACHABLE') throw thrown;
      await delay(100);
    }
  }
}

async function joinOrStart(workspace: OpenedWorkspace, command: NearCommand): Promise<WorkspaceCommand | undefined> {
  const { key } = command;
  if (linesOf(begun).includes(key)) return await workspace.commands.find(key);
  appendFileSync(begun, `${key}\n`);
  return await workspace.commands.start({ key, command: toScript(command), cwd: task.root });
}

async function run(workspace: OpenedWorkspace, command: NearCommand): Promise<void> {
  const { key } = command;
  const known = linesOf(reports).map((line) => (JSON.parse(line) as Report).key);
  if (known.includes(key)) return;
  const found = await joinOrStart(workspace, command).catch(() => undefined);
  const end = await found?.ended;
  const isDone = existsSync(join(task.root, `done-${key}`));
  const report: Report = { key, exitCode: end?.exitCode ?? null, output: end?.head ?? '', isDone };
  appendFileSync(reports, `${JSON.stringify(report)}\n`);
}

const workspace = await open();
process.stdout.write('opened\n');
await Promise.all(task.commands.map((command) => run(workspace, command)));
workspace.close();
process.exit(0);
