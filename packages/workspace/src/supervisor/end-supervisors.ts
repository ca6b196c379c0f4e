import { setTimeout as delay } from 'node:timers/promises';
import {
  forgetSupervisor,
  readSupervisors,
  stateOf,
  type NotesPlace,
  type SupervisorNote,
} from '../fence/supervisor-notes.ts';
import { readCallStates } from '../processes/call-files.ts';
import { endProcesses } from './end-processes.ts';
import type { CommandMark, ProcessTable } from './process-table.ts';

/** Time for a supervisor to end its commands and record how they ended. */
const GRACE_MS = 1000;
const GIVE_UP_MS = 3000;
const POLL_MS = 5;
/** A scan reads one process after another: one that is started meanwhile is found by the next. */
const EMPTY_SCANS = 3;
/** In it, a process that a killed supervisor has just created becomes its command, and can be found. */
const SCAN_PAUSE_MS = 10;

/** Which supervisors of a session to end. */
export interface SupervisorsToEnd {
  readonly notes: NotesPlace;
  /** Keeps the running supervisor of this state folder, whose commands can be rejoined. */
  readonly keep: string;
}

/** What is known after it was tried. */
export interface EndedSupervisors {
  readonly ended: number;
  /** The processes that live in spite of it. */
  readonly living: readonly number[];
}

/** Ends other supervisors of a session and all processes of their commands, and looks until none is left. */
export async function endSupervisors(
  { notes, keep }: SupervisorsToEnd,
  table: ProcessTable,
): Promise<EndedSupervisors> {
  const others = readSupervisors(notes).filter((note) => note.stateFolder !== keep || stateOf(note) !== 'running');
  const living = await Promise.all(
    others.map(async (note) => {
      const left = await endSupervisor(note, table);
      if (left.length === 0) forgetSupervisor(notes, note.pid);
      return left;
    }),
  );
  return { ended: others.length, living: living.flat() };
}

/** Ends one supervisor and all processes of its commands. Resolves to the processes that live in spite of it. */
export async function endSupervisor(note: SupervisorNote, table: ProcessTable): Promise<number[]> {
  if (stateOf(note) === 'running') {
    table.signal(note.pid, 'SIGTERM');
    await waitForEnd(note, GRACE_MS);
  }
  // First the supervisor, so that it starts nothing more.
  if (stateOf(note) !== 'gone') {
    table.signal(note.pid, 'SIGKILL');
    await waitForEnd(note, GIVE_UP_MS);
  }
  if (stateOf(note) !== 'gone') return [note.pid];
  const marks = [{ group: null, marker: note.mark }, ...groupsOf(note, table)];
  await Promise.all(marks.map((mark) => endProcesses(table, mark)));
  for (let n = 0; n < EMPTY_SCANS; n += 1) {
    await delay(SCAN_PAUSE_MS);
    const living = marks.flatMap((mark) => table.living(mark)).map(({ pid }) => pid);
    if (living.length > 0) return living;
  }
  return [];
}

/** The process groups of its commands: they also contain processes that have cleared their environment. */
function groupsOf({ stateFolder }: SupervisorNote, table: ProcessTable): CommandMark[] {
  return readCallStates(stateFolder).flatMap(({ state, files }) => {
    const { pid, processStart, endedAt } = state;
    const isSame = endedAt === null && pid !== null && table.startOf(pid) === (processStart ?? undefined);
    return isSame ? [{ group: pid, marker: files.marker }] : [];
  });
}

async function waitForEnd(note: SupervisorNote, ms: number): Promise<void> {
  const until = performance.now() + ms;
  while (performance.now() < until && stateOf(note) !== 'gone') await delay(POLL_MS);
}
