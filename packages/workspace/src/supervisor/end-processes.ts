import { setTimeout as delay } from 'node:timers/promises';
import type { CommandMark, LivingProcess, ProcessTable } from './process-table.ts';

/** Time for a process to end by itself. */
const GRACE_MS = 100;
const GIVE_UP_MS = 2000;
const POLL_MS = 10;

/** Ends all processes of a command, gracefully first. Returns how many there were. */
export async function endProcesses(table: ProcessTable, mark: CommandMark): Promise<number> {
  const began = performance.now();
  const told = new Set<number>();
  let living = table.living(mark);
  const found = living.length;
  for (; living.length > 0; living = table.living(mark)) {
    const elapsed = performance.now() - began;
    // Does not wait for processes that cannot be ended, such as one blocked on a dead disk.
    if (elapsed > GIVE_UP_MS) break;
    if (elapsed >= GRACE_MS) {
      signalAll(table, living, { group: mark.group, signal: 'SIGKILL', isWhole: true });
      await waitForEnd(table, living, POLL_MS);
    } else {
      // Keeps the sandbox while processes in it may still end by themselves.
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
  // Signals the group first: processes forked in the meantime get the signal too.
  const asGroup = group !== null && isWhole && living.some(({ isInGroup }) => isInGroup);
  if (asGroup) table.signal(-group, signal);
  for (const { pid, isInGroup } of living) if (!isInGroup || !asGroup) table.signal(pid, signal);
}

/** Checks only known processes: scanning all of them is expensive and happens again when these are dead. */
async function waitForEnd(table: ProcessTable, living: readonly LivingProcess[], ms: number): Promise<void> {
  const until = performance.now() + ms;
  let pause = 1;
  do {
    await delay(Math.max(0, Math.min(pause, POLL_MS, until - performance.now())));
    pause += 1;
  } while (performance.now() < until && living.some((each) => table.isAlive(each)));
}
