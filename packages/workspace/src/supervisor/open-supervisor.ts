import { replaceFile } from '../disk/replace-file.ts';
import { rmSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { forgetSupervisor, noteSupervisor, type SupervisorNote } from '../fence/supervisor-notes.ts';
import type { GuardedLease } from './guard-lease.ts';
import { LeaseGuard } from './lease-guard.ts';
import { lockFile, removeSocketFiles } from './remove-socket-files.ts';
import { acquireLock } from './supervisor-lock.ts';
import { Supervisor, type SupervisorParts } from './supervisor.ts';

/** What a supervisor needs to be the only one of a state directory. */
export interface OpenParts extends Omit<SupervisorParts, 'guard'> {
  /** Starts a process that runs `guardLease`. */
  readonly startGuard: (lease: GuardedLease) => ChildProcess;
}

/** Listens as the only supervisor of a state directory. Undefined if there is one already. */
export function openSupervisor(parts: OpenParts): Supervisor | undefined {
  const { socketPath, addressPath, fence: notes, startGuard } = parts;
  const lock = acquireLock(lockFile(socketPath));
  if (lock === undefined) return undefined;
  const note = toNote(parts);
  const isNoted = note !== undefined && notes !== undefined;
  // Before it starts anything, so that later owners of the session find it.
  if (isNoted) noteSupervisor(notes, note);
  // We hold the lock, so the process that listened here is dead.
  removeSocketFiles(socketPath);
  const server = createServer();
  const supervisor = new Supervisor({
    ...parts,
    guard: isNoted ? new LeaseGuard((until) => startGuard({ note, notes, until })) : undefined,
    onDone: () => {
      rmSync(addressPath, { force: true });
      server.close();
      removeSocketFiles(socketPath);
      if (isNoted) forgetSupervisor(notes, note.pid);
      // Last: the next holder of the lock creates these files again.
      lock.release();
      parts.onDone();
    },
  });
  server.on('connection', (socket) => {
    supervisor.accept(socket);
  });
  server.listen(socketPath, () => {
    // The temporary directory may change, so the address is recorded.
    try {
      replaceFile(addressPath, socketPath, { isDurable: false });
    } catch {
      // The session was removed while we started: there is nothing to do.
      void supervisor.stop('killed');
    }
  });
  return supervisor;
}

/** How later owners of the session find its processes. Undefined where processes cannot be listed. */
function toNote({ pid, mark, table, stateFolder }: OpenParts): SupervisorNote | undefined {
  const start = table.startOf(pid);
  const [entry] = Object.entries(mark);
  return start === undefined || entry === undefined ? undefined : { pid, start, mark: entry.join('='), stateFolder };
}
