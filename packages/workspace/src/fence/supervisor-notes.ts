import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../disk/replace-file.ts';
import { readProcessStat, startOfProcess } from '../sandbox/linux/process-stat.ts';

/** A supervisor that runs commands of a session, or did until it was killed. */
export interface SupervisorNote {
  readonly pid: number;
  /** Distinguishes it from a later process with the same PID. */
  readonly start: string;
  /** What is in the environment of all its commands. */
  readonly mark: string;
  readonly stateFolder: string;
}

/** The notes of a session, and where the processes of their supervisors can be seen. */
export interface NotesPlace {
  readonly folder: string;
  readonly place: string;
}

/** Makes a supervisor known to later owners of the session. */
export function noteSupervisor(at: NotesPlace, note: SupervisorNote): void {
  mkdirSync(folderOf(at), { recursive: true, mode: 0o700 });
  replaceFile(pathOf(at, note.pid), JSON.stringify(note), { isDurable: false });
}

/** Removes the note of a supervisor that has left no process behind. */
export function forgetSupervisor(at: NotesPlace, pid: number): void {
  rmSync(pathOf(at, pid), { force: true });
}

/** The supervisors of a session in this place that did not leave by themselves. */
export function readSupervisors(at: NotesPlace): readonly SupervisorNote[] {
  try {
    const folder = folderOf(at);
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
    return names.flatMap((name) => readNote(join(folder, name)));
  } catch {
    return [];
  }
}

/** Whether a supervisor can still answer. A stopped one cannot. */
export function stateOf({ pid, start }: SupervisorNote): 'running' | 'stopped' | 'gone' {
  if (startOfProcess(pid) !== start) return 'gone';
  return readProcessStat(pid)?.isStopped === true ? 'stopped' : 'running';
}

/** The same number is another process in another place. */
function folderOf({ folder, place }: NotesPlace): string {
  return join(folder, `supervisors-${createHash('sha256').update(place).digest('hex').slice(0, 12)}`);
}

function pathOf(at: NotesPlace, pid: number): string {
  return join(folderOf(at), `${pid}.json`);
}

function readNote(path: string): SupervisorNote[] {
  try {
    return [JSON.parse(readFileSync(path, 'utf8')) as SupervisorNote];
  } catch {
    // It left meanwhile.
    return [];
  }
}
