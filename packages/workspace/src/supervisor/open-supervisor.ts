import { replaceFile } from '../disk/replace-file.ts';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { forgetSupervisor, noteSupervisor } from '../fence/supervisor-notes.ts';
import { lockFile, removeSocketFiles } from './remove-socket-files.ts';
import { acquireLock } from './supervisor-lock.ts';
import { Supervisor, type SupervisorParts } from './supervisor.ts';

/** Listens as the only supervisor of a state directory. Undefined if there is one already. */
export function openSupervisor(parts: SupervisorParts): Supervisor | undefined {
  const { socketPath, addressPath } = parts;
  const lock = acquireLock(lockFile(socketPath));
  if (lock === undefined) return undefined;
  const leave = announce(parts);
  // We hold the lock, so the process that listened here is dead.
  removeSocketFiles(socketPath);
  const server = createServer();
  const supervisor = new Supervisor({
    ...parts,
    onDone: () => {
      rmSync(addressPath, { force: true });
      server.close();
      removeSocketFiles(socketPath);
      leave();
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

/** Lets later owners of the session find this supervisor, before it starts anything, until the result is called. */
function announce({ fence, pid, mark, table, stateFolder }: SupervisorParts): () => void {
  const start = table.startOf(pid);
  const [entry] = Object.entries(mark);
  if (fence === undefined || start === undefined || entry === undefined) return () => undefined;
  noteSupervisor(fence, { pid, start, mark: entry.join('='), stateFolder });
  return () => {
    forgetSupervisor(fence, pid);
  };
}
