import type { LogRecord, NewRecord } from '@bowline/log';
import { note } from '@bowline/testkit';

/** Records for one append, each marked with its batch and its position in it. */
export function createBatch(batch: string, sizes: readonly number[]): NewRecord[] {
  return sizes.map((size, n) => note(`batch ${batch} ${n + 1}/${sizes.length} `.padEnd(size, 'x')));
}

/** Counts the batches of which only some records exist. */
export async function countHalfBatches(records: AsyncIterable<LogRecord>): Promise<number> {
  const missing = new Map<string, number>();
  for await (const { type, body } of records) {
    const [, batch, size] = (type === 'notice' ? /^batch (\S+) \d+\/(\d+) /.exec(body.text) : null) ?? [];
    if (batch !== undefined) missing.set(batch, (missing.get(batch) ?? Number(size)) - 1);
  }
  return [...missing.values()].filter((count) => count !== 0).length;
}
