import * as z from 'zod';
import { defineTool, fail, succeed, type Tool, type ToolOutcome, type ToolScope } from '../define-tool.ts';
import { answerCommandErrors } from './answer-command-errors.ts';
import { describeExit } from './describe-end.ts';
import { toLastLines } from './describe-output.ts';
import { findBackground } from './find-background.ts';
import { showOutput } from './show-output.ts';
import { waitForCommand, type CommandNews } from './wait-for-command.ts';

const DELAY_MS = 500;
const LINES = 100;
const MAX_INPUT = 10_000;
const MAX_PRINTED = 64 * 1024;

const input = z.object({
  id: z.number().describe('Process ID that run_shell_command returned.'),
  input: z
    .string()
    .max(MAX_INPUT)
    .describe(
      'Text to type. Enter is pressed after it, unless it ends in a control character such as \\u0003 (Ctrl-C).',
    ),
  delay_ms: z.int().min(0).max(60_000).optional().describe('Milliseconds to wait for output. Defaults to 500.'),
});
type Input = z.infer<typeof input>;

/** Types into a command that waits for input. Nothing is typed twice, even after a crash. */
export const writeToProcess: Tool = defineTool({
  name: 'write_to_process',
  description: 'Types text into a background process that was started with tty: true, and returns what it prints.',
  effect: 'execute',
  input,
  display: ({ id, input: text }) => ({ type: 'text', text: `Type into process ${id}: ${JSON.stringify(text)}` }),
  preview: async ({ id, input: text }, workspace) => {
    const found = await findBackground(workspace, id);
    if (!found.ok) return undefined;
    return { type: 'text', text: `Type into process ${id} (${found.command.command}): ${JSON.stringify(text)}` };
  },
  // Input for one process is typed in the order of the calls.
  writes: ({ id }) => [`/proc/${id}/fd/0`],
  run: (args, scope) => answerCommandErrors(() => type(args, scope)),
});

async function type(args: Input, { workspace, signal, update }: ToolScope): Promise<ToolOutcome> {
  const found = await findBackground(workspace, args.id);
  if (!found.ok) return found.outcome;
  const { key, end, hasTerminal } = found.command;
  if (end !== null) return fail('process_ended', `Process ${args.id} ${describeExit(end)}, so nothing can be typed.`);
  if (!hasTerminal)
    return fail('no_terminal', `Process ${args.id} was started without tty, so nothing can be typed into it.`);
  const command = await workspace.commands.find(key);
  if (command === undefined) return fail('process_ended', `Process ${args.id} is gone.`);
  let printed = '';
  showOutput(command, update);
  command.onOutput((output) => {
    printed = (printed + output).slice(-MAX_PRINTED);
  });
  if (!(await command.write(toTyped(args.input)))) return fail('process_ended', `Process ${args.id} has ended.`);
  const news = await waitForCommand(command, { signal, ms: args.delay_ms ?? DELAY_MS });
  const isLeft = news.type !== 'ended' && (await command.leave());
  const output = toLastLines(printed, LINES);
  const said = output === '' ? 'It printed nothing.' : `It printed:\n${output}`;
  const state = isLeft ? describeLeft(news) : `${describeExit(await command.ended)}.`;
  return succeed(`Process ${args.id} ${state} ${said}`);
}

/** Presses Enter after text, but not after a control character. */
export function toTyped(text: string): string {
  const typed = text.replaceAll(/\r?\n/g, '\r');
  return /[\u0000-\u001F\u007F]$/.test(typed) ? typed : `${typed}\r`;
}

function describeLeft({ type }: CommandNews): string {
  return type === 'waiting' ? 'is waiting for input again.' : 'goes on.';
}
