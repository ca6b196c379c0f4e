import { resultText } from '@bowline/context';
import type { NewRecord } from '@bowline/log';
import type { Journal } from '../journal/journal.ts';
import type { SaveArtifact } from '../dispatch/truncate-outcome.ts';

/**
 * Saves results where the model can read them again, and records it. The text is durable before the record, under a
 * name that follows from it: repeating this after a crash saves nothing twice.
 */
export async function maskResults(
  callIds: readonly string[],
  { journal, saveArtifact }: { readonly journal: Journal; readonly saveArtifact: SaveArtifact },
): Promise<NewRecord> {
  const wanted = new Set(callIds);
  const results = journal.history.entries.flatMap(({ content, results: all }) =>
    all.map((result, n) => ({ ...result, part: content.parts?.[n] ?? {} })),
  );
  const masked = await Promise.all(
    results
      .filter(({ callId }) => wanted.has(callId))
      .map(async ({ callId, part, artifact: kept }) => {
        const artifact = kept ?? (await saveArtifact(`${callId}.txt`, resultText(part)).catch(() => undefined));
        return { callId, ...(artifact === undefined ? {} : { artifact }) };
      }),
  );
  return { type: 'context_masked', body: { calls: masked } };
}
