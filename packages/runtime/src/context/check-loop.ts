import { isLoop, loopAnswerSchema, toLoopQuestion } from '@bowline/context';
import type { NewRecord } from '@bowline/log';
import type { AskModel } from '@bowline/models';
import type { Journal } from '../agent/journal.ts';

/** Asks on the side whether a long turn goes in circles; one model that says so has to be borne out by a better one. */
export async function checkLoop(
  { journal, ask }: { readonly journal: Journal; readonly ask: AskModel },
  signal: AbortSignal,
): Promise<readonly NewRecord[]> {
  const { steps, loop } = journal.turn;
  const question = { ...toLoopQuestion(journal.history.contents), schema: loopAnswerSchema, signal };
  const first = await ask({ ...question, purpose: 'loop-check' });
  if (signal.aborted) return [];
  const checked: NewRecord = { type: 'loop_checked', body: { step: steps, confidence: first?.confidence ?? 0 } };
  if (first === undefined || !isLoop([first, first])) return [checked];
  const second = await ask({ ...question, purpose: 'loop-double-check', tier: 'flash' });
  if (second === undefined || !isLoop([first, second])) return [checked];
  const body = { kind: 'semantic', detail: second.reason, strike: loop.strikes + 1 } as const;
  return [checked, { type: 'loop_detected', body }];
}
