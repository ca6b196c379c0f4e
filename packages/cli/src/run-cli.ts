import { AgentError, unreachable } from '@bowline/protocol';
import type { CliArguments, CommandEnv } from './command.ts';
import { describeError } from './describe-error.ts';
import { EXIT } from './exit-codes.ts';
import { parseArguments } from './parse-arguments.ts';

/** Runs one command line. Whatever goes wrong ends as a message, a hint and a code. */
export async function runCli(argv: readonly string[], env: CommandEnv): Promise<number> {
  try {
    const parsed = parseArguments(argv);
    return await run(parsed, env);
  } catch (thrown) {
    const error = AgentError.from(thrown);
    reportError(error, argv, env);
    return codeOf(error);
  }
}

/** Each command is loaded when it is run: what is not used costs nothing. */
async function run(parsed: CliArguments, env: CommandEnv): Promise<number> {
  switch (parsed.command) {
    case 'prompt':
      return await (await import('./commands/prompt.ts')).runPrompt(parsed.prompt, env);
    case 'sessions':
      return await (await import('./commands/sessions.ts')).runSessions(parsed.words, env);
    case 'models':
      return await (await import('./commands/models.ts')).runModels(parsed.words, env);
    case 'auth':
      return await (await import('./commands/auth.ts')).runAuth(parsed.words, env);
    case 'doctor':
      return await (await import('./commands/doctor.ts')).runDoctor(parsed.words, env);
    case 'context':
      return await (await import('./commands/context.ts')).runContext(parsed.words, env);
    case 'policy':
      return await (await import('./commands/policy.ts')).runPolicy(parsed.words, env);
    case 'settings':
      return await (await import('./commands/settings.ts')).runSettings(parsed.words, env);
    case 'trust':
      return await (await import('./commands/trust.ts')).runTrust(parsed.words, env);
    case 'pending':
      return await (await import('./commands/pending.ts')).runPending(parsed.words, env);
    case 'approve':
      return await (await import('./commands/approve.ts')).runApprove(parsed.words, env);
    default:
      return unreachable(parsed);
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
]);

function codeOf({ code }: AgentError): number {
  if (code === 'MODEL_AUTH') return EXIT.auth;
  return usage.has(code) ? EXIT.usage : EXIT.failed;
}
