import type { CallItem, TranscriptItem } from './transcript.ts';

/** Tools that only look. Their calls of one answer are shown on one row. */
const LOOKS: ReadonlySet<string> = new Set(['read_file', 'read_many_files', 'list_directory', 'glob', 'grep_search']);

/** Whether a call may share its row with its neighbors once it has succeeded. */
export function mayFold(item: TranscriptItem | undefined): item is CallItem {
  return item?.kind === 'call' && LOOKS.has(item.name) && item.decision === null;
}

/** Whether a call shares its row with its neighbors. */
export function isFolded(item: TranscriptItem | undefined): item is CallItem {
  return mayFold(item) && item.status === 'finished';
}

/** Whether two calls belong to the same answer of the model, and the same tool. */
export function isSameBatch(one: CallItem, other: CallItem): boolean {
  return one.name === other.name && one.answerId === other.answerId && one.threadId === other.threadId;
}
