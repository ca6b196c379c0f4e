import * as z from 'zod';
import { defineTool, succeed, type Tool, type ToolOutcome, type ToolScope } from '../define-tool.ts';
import type { BackgroundCommand } from '../tool-host.ts';
import { answerCommandErrors } from './answer-command-errors.ts';
import { describeExit, describeLeftovers, toDuration } from './describe-end.ts';
import { toLastLines } from './describe-output.ts';
import { findBackground } from './find-background.ts';
import { showOutput } from './show-output.ts';
import { waitForCommand } from './wait-for-command.ts';

const LINES = 100;
const WAIT_MS = 30_000;
/** Of those that have ended, a list has the newest. */
const MAX_ENDED = 10;

const input = z.object({
  action: z.enum(['list', 'read', 'wait', 'kill']).describe('wait: until it ends or asks for input.'),
  id: z.number().optional().describe('The process; not for list.'),
  lines: z.int().min(1).max(2000).optional().describe('How many of its last lines to show; 100 unless told.'),
  timeout_ms: z.int().min(0).max(600_000).optional().describe('How long to wait; 30000 unless told.'),
});
type Input = z.infer<typeof input>;
type ForwardedPort = NonNullable<BackgroundCommand['ports']>[number];

/** Sees to what went on in the background, in this process or an earlier one of the session. */
export const backgroundProcess: Tool = defineTool({
  name: 'background_process',
  description: 'Sees to commands that run_shell_command left in the background.',
  effect: 'execute',
  input,
  run: (args, scope) => answerCommandErrors(() => act(args, scope)),
  // Whatever it did before, it may do again.
  reattach: (args, scope) => answerCommandErrors(() => act(args, scope)),
});

async function act(args: Input, scope: ToolScope): Promise<ToolOutcome> {
  const { host } = scope;
  if (args.action === 'list') return describeAll(await host.commands.background());
  const found = await findBackground(host, args.id);
  if (!found.ok) return found.outcome;
  const { key } = found.command;
  if (args.action === 'wait') await wait(key, args, scope);
  if (args.action === 'kill') await (await host.commands.find(key))?.kill();
  const after = await findBackground(host, args.id);
  return after.ok
    ? describeOne(after.command, toLastLines(await host.commands.recent(key), args.lines ?? LINES))
    : after.outcome;
}

/** Until it ends, asks, or is no longer waited for: it goes on as it was. */
async function wait(
  key: string,
  { timeout_ms: ms = WAIT_MS }: Input,
  { host, signal, update }: ToolScope,
): Promise<void> {
  const command = await host.commands.find(key);
  if (command === undefined) return;
  showOutput(command, update);
  const news = await waitForCommand(command, { signal, ms });
  if (news.type !== 'ended') await command.leave();
}

function describeAll(commands: readonly BackgroundCommand[]): ToolOutcome {
  const living = commands.filter(({ end }) => end === null);
  const ended = commands.filter(({ end }) => end !== null).slice(-MAX_ENDED);
  const lines = [...living, ...ended].map((each) => `${describeStatus(each)}: ${each.command.slice(0, 200)}`);
  return succeed(lines.length === 0 ? 'Nothing runs or ran in the background.' : lines.join('\n'));
}

function describeOne(command: BackgroundCommand, output: string): ToolOutcome {
  const said = output === '' ? 'It has printed nothing.' : `It printed last:\n${output}`;
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
  const living = status === 'waiting' ? `${name} waits for input, started ${since} ago` : `${name} runs since ${since}`;
  return `${living}${ports.map(describePort).join('')}`;
}

/** Where the person finds a server of a confined command; other confined commands do not reach it. */
function describePort({ inside, outside }: ForwardedPort): string {
  return `, its port ${inside} is open to the person at http://127.0.0.1:${outside}`;
}
