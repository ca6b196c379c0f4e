import { resultText } from '@bowline/context';
import type { NewRecord } from '@bowline/log';
import type { Journal } from '../agent/journal.ts';
import type { Spill } from '../dispatch/truncate-outcome.ts';

/**
 * Puts results where the model can read them again, and says so in the log. The file is there before the record, under a
 * name that the call gives it: whoever does it again after a crash writes the same bytes to the same place.
 */
export async function maskResults(
  callIds: readonly string[],
  { journal, spill }: { readonly journal: Journal; readonly spill: Spill },
): Promise<NewRecord> {
  const wanted = new Set(callIds);
  const results = journal.history.entries.flatMap(({ content, results: all }) =>
    all.map((result, n) => ({ ...result, part: content.parts?.[n] ?? {} })),
  );
  const masked = await Promise.all(
    results
      .filter(({ callId }) => wanted.has(callId))
      .map(async ({ callId, part, artifact: kept }) => {
        const artifact = kept ?? (await spill(`${callId}.txt`, resultText(part)).catch(() => undefined));
        return { callId, ...(artifact === undefined ? {} : { artifact }) };
      }),
  );
  return { type: 'context_masked', body: { calls: masked } };
}
