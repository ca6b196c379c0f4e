import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import { setImmediate as afterReading, setTimeout as delay } from 'node:timers/promises';
import { sinceBootMs } from '../fence/since-boot.ts';
import { forgetSupervisor, type NotesPlace, type SupervisorNote } from '../fence/supervisor-notes.ts';
import { endSupervisor } from './end-supervisors.ts';
import type { ProcessTable } from './process-table.ts';

/** A supervisor whose commands end with a lease, and when the lease ends, in milliseconds since boot. */
export interface GuardedLease {
  readonly note: SupervisorNote;
  readonly notes: NotesPlace;
  readonly until: number;
}

/** The time for the supervisor to end its commands itself and to record how. */
const LATER_MS = 300;
const CHECK_MS = 50;
/** The time before processes that did not end are tried again. */
const AGAIN_MS = 500;

/**
 * Ends a supervisor and its commands when their lease has ended, or at once when the supervisor was killed. Resolves when
 * none of their processes is left. Reads renewals of the lease, one in each line, until the supervisor is gone.
 */
export async function guardLease(
  { note, notes, until }: GuardedLease,
  { table, renewals }: { readonly table: ProcessTable; readonly renewals: Readable },
): Promise<void> {
  const lease = followLease(until, renewals);
  // Compares clocks instead of waiting once: a timer does not run while the machine sleeps.
  while (!lease.hasEnded()) {
    await delay(CHECK_MS);
    // On a busy machine, a renewal may have arrived while this process did not run.
    await afterReading();
  }
  while ((await endSupervisor(note, table)).length > 0) await delay(AGAIN_MS);
  forgetSupervisor(notes, note.pid);
}

function followLease(until: number, renewals: Readable): { readonly hasEnded: () => boolean } {
  let end = until;
  let isGone = false;
  const lines = createInterface({ input: renewals });
  lines.on('line', (line) => {
    end = Math.max(end, Number(line));
  });
  lines.on('close', () => {
    isGone = true;
  });
  return { hasEnded: () => isGone || sinceBootMs() >= end + LATER_MS };
}
