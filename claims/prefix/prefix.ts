import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MASKED } from '@bowline/context';
import { createMessage } from '@bowline/protocol';
import { all, answer, type ScriptedStep, type ServedRequest } from '@bowline/testkit';
import { openWiredSession, wiredModels, type WiredName } from '../../tests/wires/wired-session.ts';
import type { Claim } from '../claim.ts';
import { quantile } from '../shared/quantile.ts';
import { round } from '../shared/round.ts';

const STEPS = 50;
/** Results of the large size are masked once there are enough of them; small ones never are. */
const SIZES = { small: 1_000, large: 20_000 } as const;
const LEAST = { median: 0.9 } as const;

/** What two consecutive requests have in common. */
interface Repeat {
  /** The share of the first request that the second repeats from its beginning. */
  readonly kept: number;
  /** The share of the second request that repeats the first. */
  readonly share: number;
}

/**
 * Measures how much of each request repeats the one before it byte for byte, which is what a provider's cache can
 * serve.
 */
export const prefix: Claim = {
  id: 'prefix',
  sentence: `Over ${STEPS} steps, each request begins with the whole previous request, byte for byte, except after a masking. With small results there is no masking; with results of 20 KB, at most one request in six follows one. At the median, at least ${LEAST.median * 100}% of a request repeats the previous one.`,
  async run({ isQuick, say }) {
    const names: readonly WiredName[] = isQuick ? ['gemini'] : ['gemini', 'anthropic', 'responses'];
    const figures: Record<string, number | string> = {};
    let holds = true;
    for (const name of names) {
      for (const size of ['small', 'large'] as const) {
        const { repeats, maskings } = await play(name, SIZES[size]);
        const broken = repeats.filter(({ kept }) => kept < 1);
        const shares = repeats.map(({ share }) => share);
        const median = quantile(shares, 0.5);
        const least = Math.min(...shares);
        say(
          `${name}, ${size} results: ${broken.length} of ${repeats.length} requests broke the prefix, ${maskings} maskings`,
        );
        Object.assign(figures, {
          [`${name} ${size}: requests`]: repeats.length + 1,
          [`${name} ${size}: broken prefixes`]: broken.length,
          [`${name} ${size}: maskings`]: maskings,
          [`${name} ${size}: share repeated, median`]: round(median),
          [`${name} ${size}: share repeated, least`]: round(least),
        });
        const isExplained = broken.length === maskings && (size === 'large' ? maskings <= STEPS / 6 : maskings === 0);
        holds &&= isExplained && repeats.length >= STEPS && median >= LEAST.median;
      }
    }
    return {
      holds,
      figures,
      against:
        'the previous request as the scripted provider received it: instruction and declarations, then contents, in the order in which a cache sees them',
    };
  },
};

async function play(
  name: WiredName,
  size: number,
): Promise<{ readonly repeats: readonly Repeat[]; readonly maskings: number }> {
  const { model } = wiredModels[name];
  const script: ScriptedStep[] = Array.from({ length: STEPS }, (_, n) =>
    answer.calls({ name: 'read_file', args: { file_path: 'notes.txt', start_line: n + 1 } }),
  );
  const wired = await openWiredSession([...script, answer.text('done')], {
    model,
    limits: { maxSteps: STEPS + 10 },
    context: { loopDetection: false }, // it would make side requests, which the script does not answer
  });
  try {
    const { workspace } = wired;
    writeFileSync(join(workspace, 'notes.txt'), 'a line of forty characters, to be read.\n'.repeat(size / 40 + STEPS));
    await all(wired.session.sendStream(createMessage('read it all')));
    const asked = wired.server.requests.map(toSequence);
    const repeats = asked.slice(1).map((text, n) => compare(asked[n] ?? '', text));
    return { repeats, maskings: countMaskings(asked) };
  } finally {
    await wired.close();
  }
}

/** A request in the order in which a cache sees it, on any wire: the fixed parts first, then the conversation. */
function toSequence({ body }: ServedRequest): string {
  const { systemInstruction, system, instructions, tools, contents, messages, input } = body as Record<string, unknown>;
  const said = [contents, messages, input].find((list) => Array.isArray(list)) as readonly unknown[];
  const fixed = [systemInstruction ?? system ?? instructions, tools];
  // Anthropic's cache marker moves to the newest message and is not part of the cached content.
  const show = (part: unknown): string =>
    JSON.stringify(part, (key, value: unknown) => (key === 'cache_control' ? undefined : value));
  return [...fixed, ...said].map(show).join('\n');
}

function compare(before: string, after: string): Repeat {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  return { kept: same / before.length, share: same / after.length };
}

/** The number of requests with more masked results than the request before. */
function countMaskings(asked: readonly string[]): number {
  const masked = asked.map((text) => text.split(MASKED).length - 1);
  return masked.filter((count, n) => count > (masked[n - 1] ?? 0)).length;
}
