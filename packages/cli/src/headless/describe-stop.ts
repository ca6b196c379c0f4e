import type { EndReason } from '@bowline/protocol';
import { stopTexts } from '../texts/headless-texts.ts';

const limit = (flag: string) => (message: string | undefined) => message ?? stopTexts.limit(flag);

/** What to say about each reason; undefined for those that need no words. */
const stops: Readonly<Record<EndReason, ((message: string | undefined) => string) | undefined>> = {
  completed: undefined,
  aborted: undefined,
  failed: (message) => message ?? stopTexts.failed,
  refused: (word) => stopTexts.refused(describeRefusal(word)),
  loop: () => stopTexts.loop,
  max_output: () => stopTexts.maxOutput,
  max_steps: limit('--max-turns'),
  max_tokens: limit('--max-tokens'),
  max_cost: limit('--max-cost'),
  max_time: limit('--max-time'),
};

/** Why a run stopped early. Undefined if it did not, or if the user stopped it. */
export function describeStop(reason: EndReason, message: string | undefined): string | undefined {
  const describe = stops[reason];
  return describe === undefined ? undefined : stopTexts.stopped(describe(message));
}

function describeRefusal(word: string | undefined): string {
  if (word === undefined) return '';
  const why = stopTexts.refusals[word];
  return why === undefined ? ` (${word})` : ` (${word}: ${why})`;
}
