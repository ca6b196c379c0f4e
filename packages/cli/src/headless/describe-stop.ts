import type { EndReason } from '@bowline/protocol';

/** What the models' words for a refusal mean. */
const refusals: Readonly<Record<string, string>> = {
  SAFETY: 'its safety filters blocked it',
  RECITATION: 'it would repeat copyrighted text',
  LANGUAGE: 'the language is not supported',
  BLOCKLIST: 'it contains a blocked term',
  PROHIBITED_CONTENT: 'the content is prohibited',
  SPII: 'it would contain personal data',
};

const limit = (flag: string) => (message: string | undefined) => message ?? `limit reached (${flag})`;

/** What to say of each end, with what is known about it; undefined where nothing is to be said. */
const stops: Readonly<Record<EndReason, ((message: string | undefined) => string) | undefined>> = {
  completed: undefined,
  aborted: undefined,
  failed: (message) => message ?? 'the turn failed',
  refused: (word) => `the model refused to answer${describeRefusal(word)}`,
  loop: () => 'the model went in circles',
  max_output: () => "the answer hit the model's length limit",
  max_turns: limit('--max-turns'),
  max_tokens: limit('--max-tokens'),
  max_cost: limit('--max-cost'),
  max_time: limit('--max-time'),
};

/** Why a run stopped short, in words; undefined when it did not, or when the person stopped it. */
export function describeStop(reason: EndReason, message: string | undefined): string | undefined {
  const describe = stops[reason];
  return describe === undefined ? undefined : `Stopped: ${describe(message)}`;
}

function describeRefusal(word: string | undefined): string {
  if (word === undefined) return '';
  const why = refusals[word];
  return why === undefined ? ` (${word})` : ` (${word}: ${why})`;
}
