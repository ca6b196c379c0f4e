import { endProcesses } from './end-processes.ts';
import type { ProcessTable } from './process-table.ts';
import { isOfTheDead, MARK_PREFIX } from './supervisor-mark.ts';

/**
 * Ends what supervisors that were killed have left running, in any session. A sandbox asks the kernel to end it with its
 * supervisor, but only once it is under way: one that was just being started lives on.
 */
export async function endLeftBehind(table: ProcessTable): Promise<void> {
  const marks = table.marks(MARK_PREFIX).filter(isOfTheDead);
  await Promise.all(marks.map((marker) => endProcesses(table, { group: null, marker })));
}
