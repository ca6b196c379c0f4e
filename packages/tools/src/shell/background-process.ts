import * as z from 'zod';
import { defineTool, succeed, type Tool, type ToolOutcome, type ToolScope } from '../define-tool.ts';
import type { BackgroundCommand } from '@bowline/workspace';
import { answerCommandErrors } from './answer-command-errors.ts';
import { describeExit, describeLeftovers, toDuration } from './describe-end.ts';
import { toLastLines } from './describe-output.ts';
import { findBackground } from './find-background.ts';
import { showOutput } from './show-output.ts';
import { waitForCommand } from './wait-for-command.ts';

const LINES = 100;
const WAIT_MS = 30_000;
/** A list shows at most this many ended processes, the newest. */
const MAX_ENDED = 10;

const input = z.object({
  action: z
    .enum(['list', 'read', 'wait', 'kill'])
    .describe(
      'list: all background processes. read: status and recent output. wait: until the process ends or prompts for input. kill: end it and its children.',
    ),
  id: z.number().optional().describe('Process ID that run_shell_command returned. Required except for list.'),
  lines: z
    .int()
    .min(1)
    .max(2000)
    .optional()
    .describe('Number of output lines to show, counted from the end. Defaults to 100.'),
  timeout_ms: z
    .int()
    .min(0)
    .max(600_000)
    .optional()
    .describe('For wait: maximum time in milliseconds. Defaults to 30000.'),
});
type Input = z.infer<typeof input>;
type ForwardedPort = NonNullable<BackgroundCommand['ports']>[number];

/** Manages background commands, including those that an earlier process of the session started. */
export const backgroundProcess: Tool = defineTool({
  name: 'background_process',
  description: 'Lists, reads, waits for or kills commands that run_shell_command started in the background.',
  effect: 'execute',
  input,
  run: (args, scope) => answerCommandErrors(() => act(args, scope)),
  // Repeating any action is harmless.
  reattach: (args, scope) => answerCommandErrors(() => act(args, scope)),
});

async function act(args: Input, scope: ToolScope): Promise<ToolOutcome> {
  const { workspace } = scope;
  if (args.action === 'list') return describeAll(await workspace.commands.background());
  const found = await findBackground(workspace, args.id);
  if (!found.ok) return found.outcome;
  const { key } = found.command;
  if (args.action === 'wait') await wait(key, args, scope);
  if (args.action === 'kill') await (await workspace.commands.find(key))?.kill();
  const after = await findBackground(workspace, args.id);
  return after.ok
    ? describeOne(after.command, toLastLines(await workspace.commands.recent(key), args.lines ?? LINES))
    : after.outcome;
}

/** Waits until the process ends, prompts for input, or the time is up. It keeps running. */
async function wait(
  key: string,
  { timeout_ms: ms = WAIT_MS }: Input,
  { workspace, signal, update }: ToolScope,
): Promise<void> {
  const command = await workspace.commands.find(key);
  if (command === undefined) return;
  showOutput(command, update);
  const news = await waitForCommand(command, { signal, ms });
  if (news.type !== 'ended') await command.leave();
}

function describeAll(commands: readonly BackgroundCommand[]): ToolOutcome {
  const living = commands.filter(({ end }) => end === null);
  const ended = commands.filter(({ end }) => end !== null).slice(-MAX_ENDED);
  const lines = [...living, ...ended].map((each) => `${describeStatus(each)}: ${each.command.slice(0, 200)}`);
  return succeed(lines.length === 0 ? 'There are no background processes.' : lines.join('\n'));
}

function describeOne(command: BackgroundCommand, output: string): ToolOutcome {
  const said = output === '' ? 'It has printed nothing.' : `Last output:\n${output}`;
  const { pid, key, status, ports = [], end } = command;
  const open = ports.length === 0 ? {} : { ports: ports.map(({ inside, outside }) => ({ inside, outside })) };
  const data = { pid, key, status, ...open, ...(end === null ? {} : { exitCode: end.exitCode, signal: end.signal }) };
  const left = end === null || end.leftovers === 0 ? '' : ` ${describeLeftovers(end.leftovers)}`;
  return succeed(`${describeStatus(command)}.${left} ${said}`, { data });
}

function describeStatus({ pid, status, startedAt, ports = [], end }: BackgroundCommand): string {
  const since = toDuration(Date.now() - Date.parse(startedAt));
  const name = `Process ${pid ?? 'unknown'}`;
  if (end !== null) return `${name} ${describeExit(end)}`;
  const living =
    status === 'waiting'
      ? `${name} is waiting for input, started ${since} ago`
      : `${name} has been running for ${since}`;
  return `${living}${ports.map(describePort).join('')}`;
}

/** The address at which the user reaches a server in the sandbox. Other sandboxed commands cannot reach it. */
function describePort({ inside, outside }: ForwardedPort): string {
  return `, the user can open its port ${inside} at http://127.0.0.1:${outside}`;
}
