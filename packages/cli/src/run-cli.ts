import { AgentError } from '@bowline/protocol';
import type { CommandEnv } from './command.ts';
import { describeError } from './describe-error.ts';
import { EXIT } from './exit-codes.ts';
import { parseArguments } from './parse-arguments.ts';

/** Runs one command line. Whatever goes wrong ends as a message, a hint and a code. */
export async function runCli(argv: readonly string[], env: CommandEnv): Promise<number> {
  try {
    const parsed = parseArguments(argv);
    if (parsed.command === 'sessions')
      return await (await import('./commands/sessions.ts')).runSessions(parsed.words, env);
    return await (await import('./commands/prompt.ts')).runPrompt(parsed.prompt, env);
  } catch (thrown) {
    const error = AgentError.from(thrown);
    reportError(error, argv, env);
    return codeOf(error);
  }
}

/** Where a program reads JSON, the error is JSON too, and on stdout. */
function reportError(error: AgentError, argv: readonly string[], env: CommandEnv): void {
  const isJson = argv.some((word) => word === 'json' || word === 'stream-json');
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
]);

function codeOf({ code }: AgentError): number {
  if (code === 'MODEL_AUTH') return EXIT.auth;
  return usage.has(code) ? EXIT.usage : EXIT.failed;
}
