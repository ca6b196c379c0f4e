import type { AgentError, EndReason } from '@bowline/protocol';

/** The exit codes that scripts can rely on, one per outcome. */
export const EXIT = {
  ok: 0,
  failed: 1,
  auth: 41,
  usage: 42,
  limit: 53,
  untrusted: 55,
  refused: 60,
  loop: 61,
  suspended: 62,
  aborted: 130,
  terminated: 143,
} as const;

const byReason: Readonly<Record<EndReason, number>> = {
  completed: EXIT.ok,
  failed: EXIT.failed,
  aborted: EXIT.aborted,
  refused: EXIT.refused,
  loop: EXIT.loop,
  max_steps: EXIT.limit,
  max_tokens: EXIT.limit,
  max_cost: EXIT.limit,
  max_time: EXIT.limit,
  max_output: EXIT.limit,
};

/** The exit code for the reason a turn ended. */
export function exitCodeOf(reason: EndReason): number {
  return byReason[reason];
}

/** The command line, the settings or the session is wrong. */
const usage: ReadonlySet<string> = new Set([
  'SEND_INVALID',
  'SESSION_ID_INVALID',
  'SESSION_EXISTS',
  'SESSION_NOT_FOUND',
  'SESSION_BUSY',
  'SESSION_CLOSED',
  'SETTINGS_INVALID',
  'OPTIONS_INVALID',
]);

/** The exit code for an error of a command. */
export function exitCodeFor({ code }: AgentError): number {
  if (code === 'MODEL_AUTH') return EXIT.auth;
  return usage.has(code) ? EXIT.usage : EXIT.failed;
}
