import type { NewRecord, Restoring, SessionReader } from '@bowline/log';
import type { FileChange } from '@bowline/protocol';
import type { FileHistory } from '@bowline/workspace';
import { readSteps } from './read-steps.ts';

/** Restores the files as they were after a record, or undoes one restoration. The same call again completes it. */
export async function restoreFiles(log: SessionReader, history: FileHistory, asked: Restoring): Promise<NewRecord> {
  const { at, to, overwrite, isAlone } = asked;
  const {
    changes,
    kept,
    refused = [],
  } = await history.undo(await stepsToUndo(log, asked), `${log.sessionId}:${at}`, overwrite);
  const alone = isAlone === true ? { isAlone } : {};
  const reasons = refused.length === 0 ? {} : { refused: [...refused] };
  return { type: 'files_restored', body: { to, changes: [...changes], kept: [...kept], ...reasons, ...alone } };
}

/** The steps that a restoration undoes. */
export async function stepsToUndo(
  log: SessionReader,
  { to, undoes, at }: Pick<Restoring, 'to' | 'undoes'> & Partial<Pick<Restoring, 'at'>>,
): Promise<readonly (readonly FileChange[])[]> {
  // What the agent has changed after it was asked for is not undone.
  if (undoes === undefined) return await readSteps(log, to, at);
  for await (const record of log.read({ from: undoes, to: undoes }))
    if (record.type === 'files_restored') return [record.body.changes];
  return [];
}
