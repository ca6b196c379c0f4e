import { isLoop, loopAnswerSchema, toLoopQuestion } from '@bowline/context';
import type { NewRecord } from '@bowline/log';
import type { AskModel } from '@bowline/models';
import type { Journal } from '../journal/journal.ts';

/** Generous, because the check runs beside the turn. */
const LONGEST_MS = 15_000;

/** Checks beside the turn whether a long turn is in a loop. A better model must confirm the first model's finding. */
export async function checkLoop(
  { journal, advise }: { readonly journal: Journal; readonly advise: AskModel },
  signal: AbortSignal,
): Promise<readonly NewRecord[]> {
  const { steps, lastSaid } = journal.turn;
  const question = {
    ...toLoopQuestion(journal.history.contents),
    schema: loopAnswerSchema,
    signal,
    longestMs: LONGEST_MS,
  };
  const first = await advise({ ...question, purpose: 'loop-check' });
  if (signal.aborted) return [];
  const checked: NewRecord = { type: 'loop_checked', body: { step: steps, confidence: first?.confidence ?? 0 } };
  if (first === undefined || !isLoop([first, first])) return [checked];
  const second = await advise({ ...question, purpose: 'loop-double-check', tier: 'flash' });
  // A message that arrived meanwhile ends the loop.
  if (second === undefined || !isLoop([first, second]) || journal.turn.lastSaid !== lastSaid) return [checked];
  const body = { kind: 'semantic', detail: second.reason, strike: journal.turn.loop.strikes + 1 } as const;
  return [checked, { type: 'loop_detected', body }];
}
