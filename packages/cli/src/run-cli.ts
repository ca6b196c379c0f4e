import { AgentError } from '@bowline/protocol/plain';
import { checkPlaces } from './check-places.ts';
import type { CliArguments, CommandEnv } from './command.ts';
import { describeError } from './describe-error.ts';
import { EXIT } from './exit-codes.ts';
import { parseArguments } from './parse-arguments.ts';
import { toPrinted } from './usage/to-printed.ts';

/** Runs one command line. Whatever goes wrong ends as a message, a hint and a code. */
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
    const error = AgentError.from(thrown);
    reportError(error, argv, env);
    return codeOf(error);
  }
}

type Worded = Extract<CliArguments, { words: unknown }>;
/** On the screen, or printed before anything is run. */
type NotRun = 'attach' | 'help' | 'completion';
type RunCommand = (words: readonly string[], env: CommandEnv) => Promise<number>;

/** Each command is loaded when it is run: what is not used costs nothing. */
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
  worker: async () => (await import('./commands/worker.ts')).runWorker,
};

async function run(parsed: CliArguments, env: CommandEnv): Promise<number> {
  switch (parsed.command) {
    case 'prompt':
      checkPlaces(parsed.prompt, env.cwd);
      return await (await import('./commands/prompt.ts')).runPrompt(parsed.prompt, env);
    case 'screen':
    case 'attach':
    case 'help':
    case 'completion':
      throw new AgentError('SEND_INVALID', 'a session on the screen needs a terminal', {
        hint: 'use bowline -p PROMPT where there is none; bowline attach SESSION takes a session and flags',
      });
    default: {
      const runCommand = await commands[parsed.command]();
      return await runCommand(parsed.words, env);
    }
  }
}

/** Where a program reads JSON, the error is JSON too, and on stdout. */
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

const usage: ReadonlySet<string> = new Set([
  'SEND_INVALID',
  'SESSION_ID_INVALID',
  'SESSION_EXISTS',
  'SESSION_NOT_FOUND',
  'SESSION_BUSY',
  'SETTINGS_INVALID',
  'OPTIONS_INVALID',
]);

function codeOf({ code }: AgentError): number {
  if (code === 'MODEL_AUTH') return EXIT.auth;
  return usage.has(code) ? EXIT.usage : EXIT.failed;
}
