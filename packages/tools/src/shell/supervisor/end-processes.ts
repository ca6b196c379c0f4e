import { setTimeout as delay } from 'node:timers/promises';
import type { CommandMark, LivingProcess, ProcessTable } from './process-table.ts';

/** What a process has to end by itself. */
const GRACE_MS = 100;
const GIVE_UP_MS = 2000;
const POLL_MS = 10;

/** Ends all that lives of a command, gently and then not; gives how many lived when it began. */
export async function endProcesses(table: ProcessTable, mark: CommandMark): Promise<number> {
  const began = performance.now();
  const told = new Set<number>();
  let living = table.living(mark);
  const found = living.length;
  for (; living.length > 0; living = table.living(mark)) {
    const elapsed = performance.now() - began;
    // What cannot be ended, such as a process that waits for a dead disk, is not waited for.
    if (elapsed > GIVE_UP_MS) break;
    if (elapsed >= GRACE_MS) {
      signalAll(table, living, { group: mark.group, signal: 'SIGKILL', isWhole: true });
      await waitForEnd(table, living, POLL_MS);
    } else {
      // A sandbox is left standing while what is in it may still end by itself.
      const inside = living.filter(({ isSandbox = false }) => !isSandbox);
      const untold = (inside.length === 0 ? living : inside).filter(({ pid }) => !told.has(pid));
      signalAll(table, untold, {
        group: mark.group,
        signal: 'SIGTERM',
        isWhole: inside.length === living.length || inside.length === 0,
      });
      for (const { pid } of untold) told.add(pid);
      await waitForEnd(table, living, GRACE_MS - elapsed);
    }
  }
  return found;
}

function signalAll(
  table: ProcessTable,
  living: readonly LivingProcess[],
  {
    group,
    signal,
    isWhole,
  }: { readonly group: number | null; readonly signal: NodeJS.Signals; readonly isWhole: boolean },
): void {
  // As a group first: what it forks between our look and the signal gets it too.
  const asGroup = group !== null && isWhole && living.some(({ isInGroup }) => isInGroup);
  if (asGroup) table.signal(-group, signal);
  for (const { pid, isInGroup } of living) if (!isInGroup || !asGroup) table.signal(pid, signal);
}

/** Looks only at those we know: to look at every process of the machine is dear, and done again when they are dead. */
async function waitForEnd(table: ProcessTable, living: readonly LivingProcess[], ms: number): Promise<void> {
  const until = performance.now() + ms;
  let pause = 1;
  do {
    await delay(Math.max(0, Math.min(pause, POLL_MS, until - performance.now())));
    pause += 1;
  } while (performance.now() < until && living.some((each) => table.isAlive(each)));
}
