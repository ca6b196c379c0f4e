import { AgentError } from '@bowline/protocol';
import type { Confinement } from '@bowline/workspace';
import * as z from 'zod';
import { defineTool, fail, succeed, type Tool, type ToolOutcome, type ToolScope } from '../define-tool.ts';
import { resolveFolder, toAbsolute, toShown } from '../files/resolve-path.ts';
import type { CommandEnd, HostCommand } from '../tool-host.ts';
import { answerCommandErrors } from './answer-command-errors.ts';
import { describeAbort, describeEnd, type EndedWhere } from './describe-end.ts';
import { toLastLines } from './describe-output.ts';
import { readWalls } from './read-walls.ts';
import { showOutput } from './show-output.ts';
import { waitForCommand } from './wait-for-command.ts';

const BACKGROUND_DELAY_MS = 200;
/** What is shown of a command that goes on. */
const LINES = 100;

const input = z.object({
  command: z.string().min(1).describe('The command, as for `bash -c`.'),
  description: z.string().optional().describe('What it is for, in a sentence, for the person who allows it.'),
  dir_path: z.string().optional().describe('The folder to run it in; the workspace unless told.'),
  is_background: z.boolean().optional().describe('Answer at once and let it run on, as for a server.'),
  delay_ms: z.int().min(0).max(60_000).optional().describe('With is_background: how long to watch it first.'),
  tty: z.boolean().optional().describe('Give it a terminal, so that it can ask and be answered.'),
  needs: z
    .enum(['workspace', 'outside'])
    .optional()
    .describe(
      'Only after it failed in the sandbox for want of it: to change the workspace, or to run outside the sandbox. The person is asked.',
    ),
  timeout_ms: z.number().min(1).optional().describe('When to end it; unless told, minutes of silence do.'),
});
type Input = z.infer<typeof input>;

/** Runs a command under the supervisor: once, to its end, whatever becomes of this process. */
export const runShellCommand: Tool = defineTool({
  name: 'run_shell_command',
  description:
    'Runs a command with bash, without a terminal and with nothing to read from stdin: use flags that ask no questions. ' +
    'Answers when it has ended; what it leaves running with & is ended too, so use is_background for what shall go on.',
  effect: 'execute',
  input,
  display: ({ command, dir_path }) => ({
    type: 'command',
    command,
    ...(dir_path === undefined ? {} : { cwd: dir_path }),
  }),
  run: async (args, scope) => {
    const { host, key, signal } = scope;
    const { command, dir_path = '.', is_background: isBackground, tty: pty, timeout_ms: timeoutMs } = args;
    const resolved = await resolveFolder(host, dir_path);
    if (!resolved.ok) return resolved.outcome;
    const cwd = resolved.path;
    if (signal.aborted) return fail('aborted', 'The command was not started.');
    return answerCommandErrors(async () => {
      const { words, onlyReads: isCareful } = scope.start ?? {};
      const confinement = await confine(scope, isBackground === true);
      const how = { pty, timeoutMs, isBackground, words, isCareful, confinement };
      const started = await host.commands.start({ key, command, cwd, ...how });
      return follow(started, args, scope);
    });
  },
  reattach: (args, scope) =>
    answerCommandErrors(async () => {
      const command = await scope.host.commands.find(scope.key);
      return command === undefined ? undefined : follow(command, args, scope);
    }, true),
});

/** A profile that nothing here can hold to is not run: it was decided for a machine that could. */
async function confine(
  { host, profile, hosts = [], credentials = [] }: ToolScope,
  isBackground: boolean,
): Promise<Confinement | null> {
  if (profile === undefined && host.mustConfine === true)
    throw new AgentError('INTERNAL', 'commands must run in the sandbox, and this one was allowed without', {
      hint: 'Run it again: it is decided anew.',
    });
  if (profile === undefined || profile === 'open') return null;
  if (host.confine === undefined)
    throw new AgentError('INTERNAL', 'the command is to run in the sandbox, and there is none here', {
      hint: 'Run it again: it is decided anew.',
    });
  return await host.confine(profile, { isBackground, hosts, credentials });
}

async function follow(command: HostCommand, args: Input, scope: ToolScope): Promise<ToolOutcome> {
  showOutput(command, scope.update);
  const ms = args.is_background === true ? (args.delay_ms ?? BACKGROUND_DELAY_MS) : undefined;
  const news = await waitForCommand(command, { signal: scope.signal, ms });
  if (news.type === 'aborted') {
    await command.kill();
    return describeAbort(await command.ended);
  }
  const isLeft = news.type !== 'ended' && (await command.leave());
  const outcome = isLeft
    ? await describeLeft(command, news.type, scope)
    : await describeEnded(await command.ended, args, scope);
  return sayTerminal(outcome, args, command);
}

/** What came of it; of one that failed in the sandbox also what it was refused there. */
async function describeEnded(end: CommandEnd, args: Input, scope: ToolScope): Promise<ToolOutcome> {
  const where = await whereOf(args, scope);
  const { profile, hosts, host } = scope;
  const isConfined = profile !== undefined && profile !== 'open';
  if (!isConfined) return describeEnd(end, where);
  const walls = await readWalls(end, { profile, cwd: where.cwd }, host);
  const outcome = describeEnd(end, { ...where, profile, hosts, walls });
  return end.exitCode === 0 || walls.length === 0 || !outcome.ok ? outcome : { ...outcome, walls };
}

/** It goes on in the background: for ever, or until somebody answers what it asks. */
async function describeLeft(
  command: HostCommand,
  why: 'waiting' | 'elapsed',
  { host, key }: ToolScope,
): Promise<ToolOutcome> {
  const output = toLastLines(await host.commands.recent(key), LINES);
  const said = output === '' ? 'It has printed nothing so far.' : `It has printed so far:\n${output}`;
  const id = command.pid ?? 'unknown';
  const isWaiting = why === 'waiting';
  const text = isWaiting
    ? `The command waits for input, in the background as process ${id}. Answer it with write_to_process, or kill it with background_process. ${said}`
    : `The command runs in the background as process ${id}; background_process sees to it. ${said}`;
  return succeed(text, { data: { pid: command.pid, key, isBackground: true, ...(isWaiting ? { isWaiting } : {}) } });
}

async function whereOf({ dir_path = '.' }: Input, { host }: ToolScope): Promise<EndedWhere> {
  const cwd = await host.files.realPath(toAbsolute(host, dir_path));
  const shownCwd = toShown(host, cwd);
  return { cwd, shownCwd: shownCwd === '.' ? undefined : shownCwd };
}

function sayTerminal(outcome: ToolOutcome, { tty = false }: Input, { hasTerminal }: HostCommand): ToolOutcome {
  if (!tty || hasTerminal) return outcome;
  const note = { type: 'text', text: 'No terminal can be had here: it ran without one.\n' } as const;
  return { ...outcome, content: [note, ...outcome.content] };
}
