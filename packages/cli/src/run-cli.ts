import { AgentError } from '@bowline/protocol/plain';
import { checkPlaces } from './check-places.ts';
import type { CliArguments, CommandEnv } from './command.ts';
import { describeError } from './describe-error.ts';
import { EXIT, exitCodeFor } from './exit-codes.ts';
import { parseArguments } from './parse-arguments.ts';
import { usageError } from './texts/error-text.ts';
import { sessionTexts } from './texts/session-texts.ts';
import { usageTexts } from './texts/usage-texts.ts';
import { usageLine } from './usage/command-table.ts';
import { toPrinted } from './to-printed.ts';

/** Runs one command line. Reports errors and resolves to the exit code. */
export async function runCli(argv: readonly string[], env: CommandEnv): Promise<number> {
  try {
    const printed = toPrinted(argv);
    if (printed !== undefined) {
      env.stdout(printed);
      return EXIT.ok;
    }
    const parsed = parseArguments(argv);
    return await run(parsed, env);
  } catch (thrown) {
    const error = withCliHint(AgentError.from(thrown));
    reportError(error, argv, env);
    return exitCodeFor(error);
  }
}

type Worded = Extract<CliArguments, { words: unknown }>;
/** Commands that run on the screen, or are printed by `toPrinted`. */
type NotRun = 'attach' | 'help' | 'completion';
type RunCommand = (words: readonly string[], env: CommandEnv) => Promise<number>;

/** Each command is loaded when it runs, to keep the start fast. */
const commands: Readonly<Record<Exclude<Worded['command'], NotRun>, () => Promise<RunCommand>>> = {
  sessions: async () => (await import('./commands/sessions.ts')).runSessions,
  models: async () => (await import('./commands/models.ts')).runModels,
  auth: async () => (await import('./commands/auth.ts')).runAuth,
  doctor: async () => (await import('./commands/doctor.ts')).runDoctor,
  context: async () => (await import('./commands/context.ts')).runContext,
  memory: async () => (await import('./commands/memory.ts')).runMemory,
  tools: async () => (await import('./commands/tools.ts')).runTools,
  policy: async () => (await import('./commands/policy.ts')).runPolicy,
  settings: async () => (await import('./commands/settings.ts')).runSettings,
  trust: async () => (await import('./commands/trust.ts')).runTrust,
  pending: async () => (await import('./commands/pending.ts')).runPending,
  approve: async () => (await import('./commands/approve.ts')).runApprove,
  serve: async () => (await import('./commands/serve.ts')).runServe,
  workspace: async () => (await import('./commands/workspace.ts')).runWorkspace,
  worker: async () => (await import('./commands/worker.ts')).runWorker,
};

async function run(parsed: CliArguments, env: CommandEnv): Promise<number> {
  switch (parsed.command) {
    case 'prompt':
      checkPlaces(parsed.prompt, env.cwd);
      return await (await import('./commands/prompt.ts')).runPrompt(parsed.prompt, env);
    case 'attach':
      await checkAttach(parsed.words, env);
      throw usageError(usageTexts.needsTerminal('bowline attach'));
    case 'screen':
    case 'help':
    case 'completion':
      throw usageError(usageTexts.screenNeedsTerminal);
    default: {
      const runCommand = await commands[parsed.command]();
      return await runCommand(parsed.words, env);
    }
  }
}

/** Rejects a session that cannot be attached to, from a terminal or not. */
async function checkAttach(words: readonly string[], { cwd, machine }: CommandEnv): Promise<void> {
  const wish = (await import('./commands/attach.ts')).parseAttach(words);
  if (wish?.attachTo === undefined) throw usageError(usageTexts.attachWords(usageLine('attach')));
  await (await import('@bowline/attach')).requireWatchable(wish.attachTo, cwd, machine);
}

/** With JSON output the error is also printed to stdout as JSON. */
function reportError(error: AgentError, argv: readonly string[], env: CommandEnv): void {
  const isJson = argv.some((word) => word === 'json' || word === '--json' || word === 'stream-json');
  const { code, message, hint } = error;
  if (isJson) {
    const type = argv.includes('stream-json')
      ? { type: 'result', status: 'error', timestamp: new Date().toISOString() }
      : {};
    env.stdout(`${JSON.stringify({ ...type, error: { type: code, message, hint } })}\n`);
  }
  env.stderr(describeError(error));
}

/** Hints of other packages do not name options of the command line. */
function withCliHint(error: AgentError): AgentError {
  const { code, message, details } = error;
  const { sessionId } = details;
  if (code !== 'SESSION_BUSY' || typeof sessionId !== 'string') return error;
  return new AgentError(code, message, { hint: sessionTexts.busy(sessionId), details, cause: error });
}
