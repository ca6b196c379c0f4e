import { AgentError } from '@bowline/protocol';
import type { Confinement } from '@bowline/workspace';
import * as z from 'zod';
import { defineTool, fail, succeed, type Tool, type ToolOutcome, type ToolScope } from '../define-tool.ts';
import { resolveFolder, toAbsolute, toShown } from '../files/resolve-path.ts';
import type { CommandEnd, WorkspaceCommand } from '@bowline/workspace';
import { answerCommandErrors } from './answer-command-errors.ts';
import { describeAbort, describeEnd, type EndedWhere } from './describe-end.ts';
import { toLastLines } from './describe-output.ts';
import { runCommandInCopy } from './run-command-in-copy.ts';
import { keepOutput } from './keep-output.ts';
import { readWalls } from './read-walls.ts';
import { showOutput } from './show-output.ts';
import { waitForCommand } from './wait-for-command.ts';

const BACKGROUND_DELAY_MS = 200;
/** Output lines shown for a command that keeps running. */
const LINES = 100;

const input = z.object({
  command: z.string().min(1).describe('Command line to run, as in `bash -c`.'),
  description: z.string().optional().describe('What the command does, in one sentence, for the user who approves it.'),
  dir_path: z.string().optional().describe('Directory to run in. Defaults to the workspace root.'),
  is_background: z
    .boolean()
    .optional()
    .describe('Run in the background and return at once, for example for a development server. Defaults to false.'),
  delay_ms: z
    .int()
    .min(0)
    .max(60_000)
    .optional()
    .describe('With is_background: milliseconds to wait for first output before returning. Defaults to 200.'),
  tty: z
    .boolean()
    .optional()
    .describe(
      'Attach a terminal, so that the command can prompt for input. Answer with write_to_process. Defaults to false.',
    ),
  needs: z
    .enum(['workspace', 'outside'])
    .optional()
    .describe(
      'Set only if the command failed because of the sandbox. workspace: may write to the workspace. outside: runs without the sandbox. Needs approval from the user.',
    ),
  timeout_ms: z
    .number()
    .min(1)
    .optional()
    .describe('Milliseconds after which the command is killed. Default: several minutes without output.'),
});
type Input = z.infer<typeof input>;

/** Runs a command once under the supervisor, to its end, even if this process dies. */
export const runShellCommand: Tool = defineTool({
  name: 'run_shell_command',
  description:
    'Runs a command in bash and returns its output and exit code when it ends. It has no terminal and an empty stdin, so use flags that ' +
    'avoid prompts, for example --yes. Processes left running with & or nohup are killed: use is_background instead.',
  effect: 'execute',
  input,
  display: ({ command, dir_path }) => ({
    type: 'command',
    command,
    ...(dir_path === undefined ? {} : { cwd: dir_path }),
  }),
  run: async (args, scope) => {
    const { workspace, key, signal } = scope;
    const { command, dir_path = '.', is_background: isBackground, tty: pty, timeout_ms: timeoutMs } = args;
    const resolved = await resolveFolder(workspace, dir_path);
    if (!resolved.ok) return resolved.outcome;
    const cwd = resolved.path;
    if (signal.aborted) return fail('aborted', 'The command was not started.');
    return answerCommandErrors(async () => {
      const { words, onlyReads: isCareful } = scope.start ?? {};
      const confinement = await confine(scope, isBackground === true);
      const how = { pty, timeoutMs, isBackground, words, isCareful, confinement };
      const started = await workspace.commands.start({ key, command, cwd, ...how });
      return follow(started, args, scope);
    });
  },
  runInCopy: runCommandInCopy,
  runsAside: ({ is_background: isBackground, tty }) => isBackground !== true && tty !== true,
  reattach: (args, scope) =>
    answerCommandErrors(async () => {
      const command = await scope.workspace.commands.find(scope.key);
      return command === undefined ? undefined : follow(command, args, scope);
    }, true),
});

/** Refuses a profile that this workspace cannot enforce: it was chosen for one that can. */
async function confine(
  { workspace, profile, hosts = [], credentials = [] }: ToolScope,
  isBackground: boolean,
): Promise<Confinement | null> {
  if (profile === undefined && workspace.mustConfine === true)
    throw new AgentError('INTERNAL', 'Commands must run in the sandbox, but this one was allowed without it', {
      hint: 'Run it again to get a new decision.',
    });
  if (profile === undefined || profile === 'open') return null;
  if (workspace.confine === undefined)
    throw new AgentError('INTERNAL', 'The command must run in the sandbox, but no sandbox is available here', {
      hint: 'Run it again to get a new decision.',
    });
  return await workspace.confine(profile, { isBackground, hosts, credentials });
}

async function follow(command: WorkspaceCommand, args: Input, scope: ToolScope): Promise<ToolOutcome> {
  showOutput(command, scope.update);
  const ms = args.is_background === true ? (args.delay_ms ?? BACKGROUND_DELAY_MS) : undefined;
  const news = await waitForCommand(command, { signal: scope.signal, ms });
  if (news.type === 'aborted') {
    await command.kill();
    return describeAbort(await keepOutput(await command.ended, scope));
  }
  const isLeft = news.type !== 'ended' && (await command.leave());
  const outcome = isLeft
    ? await describeLeft(command, news.type, scope)
    : await describeEnded(await keepOutput(await command.ended, scope), args, scope);
  return sayTerminal(outcome, args, command);
}

/** The result, with what the sandbox refused if the command failed there. */
async function describeEnded(end: CommandEnd, args: Input, scope: ToolScope): Promise<ToolOutcome> {
  const where = await whereOf(args, scope);
  const { profile, hosts, workspace } = scope;
  const isConfined = profile !== undefined && profile !== 'open';
  if (!isConfined) return describeEnd(end, where);
  const walls = await readWalls(end, { profile, cwd: where.cwd }, workspace);
  const outcome = describeEnd(end, { ...where, profile, hosts, walls });
  return end.exitCode === 0 || walls.length === 0 || !outcome.ok ? outcome : { ...outcome, walls };
}

/** The command continues in the background, possibly waiting for input. */
async function describeLeft(
  command: WorkspaceCommand,
  why: 'waiting' | 'elapsed',
  { workspace, key }: ToolScope,
): Promise<ToolOutcome> {
  const output = toLastLines(await workspace.commands.recent(key), LINES);
  const said = output === '' ? 'It has printed nothing so far.' : `Output so far:\n${output}`;
  const id = command.pid ?? 'unknown';
  const isWaiting = why === 'waiting';
  const text = isWaiting
    ? `The command is waiting for input in the background as process ${id}. Answer it with write_to_process, or kill it with background_process. ${said}`
    : `The command is running in the background as process ${id}. Manage it with background_process. ${said}`;
  return succeed(text, { data: { pid: command.pid, key, isBackground: true, ...(isWaiting ? { isWaiting } : {}) } });
}

async function whereOf({ dir_path = '.' }: Input, { workspace }: ToolScope): Promise<EndedWhere> {
  const cwd = await workspace.files.realPath(toAbsolute(workspace, dir_path));
  const shownCwd = toShown(workspace, cwd);
  return { cwd, shownCwd: shownCwd === '.' ? undefined : shownCwd };
}

function sayTerminal(outcome: ToolOutcome, { tty = false }: Input, { hasTerminal }: WorkspaceCommand): ToolOutcome {
  if (!tty || hasTerminal) return outcome;
  const note = { type: 'text', text: 'No terminal is available here, so the command ran without one.\n' } as const;
  return { ...outcome, content: [note, ...outcome.content] };
}
