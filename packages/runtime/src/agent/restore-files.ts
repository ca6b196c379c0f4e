import type { NewRecord, SessionReader } from '@bowline/log';
import type { FileChange } from '@bowline/protocol';
import type { FileHistory } from '@bowline/workspace';

/**
 * Restores the files as they were after a record. Undoes all changes since then in the order in which they happened,
 * whether or not their records still count: a rewind that left the files alone has changed no file.
 */
export async function restoreFiles(
  log: SessionReader,
  history: FileHistory,
  { at, to }: { readonly at: number; readonly to: number },
): Promise<NewRecord> {
  const steps: (readonly FileChange[])[] = [];
  for await (const record of log.read({ from: to + 1 }))
    if (record.type === 'files_changed' || record.type === 'files_restored') steps.push(record.body.changes);
  const { changes, kept } = await history.undo(steps, `${log.sessionId}:${at}`);
  return { type: 'files_restored', body: { to, changes: [...changes], kept: [...kept] } };
}
