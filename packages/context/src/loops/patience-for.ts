import { isFailedCommand } from '../view/is-failed-command.ts';
import type { FinishedCall } from './finished-call.ts';

/** How many additional repeats a call of this kind allows. */
const EXTRA = { waiting: 45, slowFailure: 10, none: 0 } as const;
const SLOW_MS = 2000;

/** Tools that are meant to be called repeatedly. */
const WAITING_TOOL = /(?:^|[^a-z])(?:wait|sleep|poll|watch|monitor|status|progress)(?:[^a-z]|$)/i;
/** Commands that wait, by their first word or their flags. */
const WAITING_COMMAND =
  /(?:^|[;&|(\n]|\bdo\b|\bthen\b) {0,4}(?:sleep|wait|watch|until|while)\b|\btail +(?:-\w* +)*-\w*f|--(?:wait|watch|follow)\b|\b(?:rollout status|run watch)\b/i;

/** Waiting is not a loop: calls that wait, or are slow and succeed, may repeat much more often. */
export function patienceFor(call: FinishedCall): number {
  if (isWaiting(call)) return EXTRA.waiting;
  if (call.ms < SLOW_MS) return EXTRA.none;
  return call.isError || isFailedCommand(call.result) ? EXTRA.slowFailure : EXTRA.waiting;
}

function isWaiting({ name, args }: FinishedCall): boolean {
  if (WAITING_TOOL.test(name)) return true;
  const { command } = args;
  return typeof command === 'string' && WAITING_COMMAND.test(command);
}

const EDITS: ReadonlySet<string> = new Set(['replace', 'write_file']);

/** Whether a call edits a file: repeated edits are not waiting. */
export function isEdit({ name }: FinishedCall): boolean {
  return EDITS.has(name);
}
