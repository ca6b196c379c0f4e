import type { EndReason } from '@bowline/protocol';

/** The exit codes that scripts may rely on: one per outcome, and never a status of somebody's HTTP. */
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

/** What each code means, for --help. */
export const exitCodeTexts: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: 'done',
  failed: 'it failed; the message says why',
  auth: 'no key, or a key that is not accepted',
  usage: 'the command line or the session asked for is wrong',
  limit: 'a limit on turns, tokens, cost or time was reached',
  untrusted: 'the folder is not trusted',
  refused: 'the model refused',
  loop: 'the model went in circles',
  suspended: 'a person has to answer first',
  aborted: 'stopped by you (Ctrl-C)',
  terminated: 'stopped by SIGTERM',
};

const byReason: Readonly<Record<EndReason, number>> = {
  completed: EXIT.ok,
  failed: EXIT.failed,
  aborted: EXIT.aborted,
  refused: EXIT.refused,
  loop: EXIT.loop,
  max_turns: EXIT.limit,
  max_tokens: EXIT.limit,
  max_cost: EXIT.limit,
  max_time: EXIT.limit,
  max_output: EXIT.limit,
};

/** The code of a turn's end. */
export function exitCodeOf(reason: EndReason): number {
  return byReason[reason];
}
