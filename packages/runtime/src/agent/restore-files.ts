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
  const started = new Set<string>();
  for await (const record of log.read({ from: to + 1 })) {
    if (record.type === 'tool_started') started.add(record.body.callId);
    // The changes of a command may be recorded after the next step has begun: they belong to its start.
    const isLater = record.type === 'files_changed' && started.has(record.body.callId);
    if (isLater || record.type === 'files_restored') steps.push(record.body.changes);
  }
  const { changes, kept } = await history.undo(steps, `${log.sessionId}:${at}`);
  return { type: 'files_restored', body: { to, changes: [...changes], kept: [...kept] } };
}
