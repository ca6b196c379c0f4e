import { endProcesses } from './end-processes.ts';
import type { ProcessTable } from './process-table.ts';
import { isOfTheDead, MARK_PREFIX } from './supervisor-mark.ts';

/**
 * Ends processes of killed supervisors, in any session. The kernel ends a sandbox with its supervisor only once it is
 * running: one that was just starting survives.
 */
export async function endLeftBehind(table: ProcessTable): Promise<void> {
  const marks = table.marks(MARK_PREFIX).filter(isOfTheDead);
  await Promise.all(marks.map((marker) => endProcesses(table, { group: null, marker })));
}
