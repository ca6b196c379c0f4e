import type { LogRecord } from '@bowline/log';
import { addPending, type PendingChange } from '@bowline/workspace';

/** The changes that are not in the workspace yet, after one more visible record. */
export function reducePending(pending: readonly PendingChange[], record: LogRecord): readonly PendingChange[] {
  if (record.type === 'changes_pending') return addPending(pending, record.body.changes, record.at);
  return record.type === 'changes_decided' ? [] : pending;
}
