import { AgentError } from '@bowline/protocol';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { defineTool, fail, succeed, type Tool, type ToolOutcome, type ToolScope } from '../define-tool.ts';
import { resolveFolder } from '../files/resolve-path.ts';
import type { CommandEnd, HostCommand } from '../tool-host.ts';
import { toPlainText } from './plain-text.ts';

/** Of more output than this the model sees the beginning and the end. */
const MAX_SHOWN = 40_000;
const SHOWN_HEAD = 10_000;
const SHOWN_TAIL = 30_000;
const UNKNOWN = 'How the command ended is not known. It may have been run, and is not run again.';
const BACKGROUND_DELAY_MS = 200;

const input = z.object({
  command: z.string().min(1).describe('The command, as for `bash -c`.'),
  description: z.string().optional().describe('What it is for, in a sentence, for the person who allows it.'),
  dir_path: z.string().optional().describe('The folder to run it in; the workspace unless told.'),
  is_background: z.boolean().optional().describe('Answer at once and let it run on, as for a server.'),
  delay_ms: z.int().min(0).max(60_000).optional().describe('With is_background: how long to watch it first.'),
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
    const resolved = await resolveFolder(host, args.dir_path ?? '.');
    if (!resolved.ok) return resolved.outcome;
    const cwd = resolved.path;
    if (signal.aborted) return fail('aborted', 'The command was not started.');
    return answerErrors(async () =>
      follow(await host.commands.start({ key, command: args.command, cwd }), args, scope),
    );
  },
  reattach: (args, scope) =>
    answerErrors(async () => {
      const command = await scope.host.commands.find(scope.key);
      return command === undefined ? undefined : follow(command, args, scope);
    }, true),
});

/** Without a supervisor nothing was run, unless it was reached before: then nobody can say. */
async function answerErrors<Outcome extends ToolOutcome | undefined>(
  work: () => Promise<Outcome>,
  wasStarted = false,
): Promise<Outcome | ToolOutcome> {
  try {
    return await work();
  } catch (thrown) {
    if (!AgentError.is(thrown)) throw thrown;
    const text = [thrown.message, thrown.hint].filter((part) => part !== undefined).join('. ');
    if (wasStarted || thrown.retryable) return fail('outcome_unknown', `${UNKNOWN} ${text}`);
    return fail('shell_unavailable', text);
  }
}

async function follow(command: HostCommand, args: Input, { signal, update, key }: ToolScope): Promise<ToolOutcome> {
  const printed: string[] = [];
  command.onOutput((text) => {
    if (args.is_background === true) printed.push(text);
    update(text);
  });
  const stop = new AbortController();
  const aborted = new Promise<'aborted'>((resolve) => {
    const onAbort = (): void => {
      resolve('aborted');
    };
    signal.addEventListener('abort', onAbort, { once: true, signal: stop.signal });
    if (signal.aborted) onAbort();
  });
  const isWatched = args.is_background !== true;
  const watched = isWatched ? [] : [delay(args.delay_ms ?? BACKGROUND_DELAY_MS, 'background' as const, stop)];
  const first = await Promise.race([
    command.ended,
    aborted,
    ...watched.map((each) => each.catch(() => 'background' as const)),
  ]);
  stop.abort();
  if (first === 'aborted') {
    await command.kill();
    return describeAbort(await command.ended);
  }
  return first === 'background' ? describeBackground(command, key, printed.join('')) : describeEnd(first);
}

function describeAbort(end: CommandEnd): ToolOutcome {
  const { text, artifact } = toShownOutput(end);
  const said = text === '' ? 'It had printed nothing.' : `It had printed:\n${text}`;
  return fail('aborted', `The command was stopped before it ended, with all its processes. ${said}`, artifact);
}

function describeBackground(command: HostCommand, key: string, printed: string): ToolOutcome {
  const output = toPlainText(printed).slice(-SHOWN_HEAD);
  const said = output === '' ? 'It has printed nothing so far.' : `It has printed so far:\n${output}`;
  const text = `The command runs in the background as process group ${command.pid ?? 'unknown'}. ${said}`;
  return succeed(text, { data: { pid: command.pid, key, isBackground: true } });
}

function describeEnd(end: CommandEnd): ToolOutcome {
  const { text, artifact } = toShownOutput(end);
  const output = text === '' ? '(no output)' : text;
  const { exitCode, signal } = end;
  if (exitCode === null && signal === null) {
    return fail('outcome_unknown', text === '' ? UNKNOWN : `${UNKNOWN} It had printed:\n${text}`, artifact);
  }
  const notes = [
    ...(exitCode === null || exitCode === 0 ? [] : [`Exit code: ${exitCode}`]),
    ...(signal === null ? [] : [`Ended by signal: ${signal}`]),
  ];
  const data = { exitCode, ...(signal === null ? {} : { signal }) };
  return succeed([output, ...notes].join('\n'), { data, display: { type: 'text', text: output }, ...artifact });
}

function toShownOutput(end: CommandEnd): { readonly text: string; readonly artifact: { readonly artifact?: string } } {
  const head = toPlainText(end.head);
  const tail = toPlainText(end.tail);
  if (end.omittedBytes === 0 && head.length + tail.length <= MAX_SHOWN) {
    return { text: (head + tail).trimEnd(), artifact: {} };
  }
  const last = end.tail === '' ? head.slice(SHOWN_HEAD) : tail;
  const note = `[... output left out here; it is in ${end.outputPath} ...]`;
  return {
    text: `${head.slice(0, SHOWN_HEAD)}\n${note}\n${last.slice(-SHOWN_TAIL).trimEnd()}`,
    artifact: { artifact: end.outputPath },
  };
}
