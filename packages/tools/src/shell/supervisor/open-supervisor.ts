import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { Supervisor, type SupervisorParts } from './supervisor.ts';

const SQLITE_BUSY = 5;

/** Listens as the one supervisor of a state folder; undefined when there is one already. */
export function openSupervisor(parts: SupervisorParts): Supervisor | undefined {
  const { socketPath, addressPath } = parts;
  const lock = acquireLock(`${socketPath}.lock`);
  if (lock === undefined) return undefined;
  const server = createServer();
  const supervisor = new Supervisor({
    ...parts,
    onDone: () => {
      rmSync(addressPath, { force: true });
      server.close();
      lock.close();
      parts.onDone();
    },
  });
  server.on('connection', (socket) => {
    supervisor.accept(socket);
  });
  // We hold the lock: whoever listened here is dead.
  rmSync(socketPath, { force: true });
  server.listen(socketPath, () => {
    // A folder for temporary files may be another one the next time; who looks for us finds us all the same.
    try {
      writeFileSync(`${addressPath}.tmp`, socketPath, { mode: 0o600 });
      renameSync(`${addressPath}.tmp`, addressPath);
    } catch {
      // The session was removed while we started: there is nobody to work for.
      void supervisor.stop('killed');
    }
  });
  return supervisor;
}

/** A lock that dies with its process: Node has no `flock`, SQLite has. */
function acquireLock(path: string): DatabaseSync | undefined {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
    return database;
  } catch (thrown) {
    database.close();
    if (thrown instanceof Error && 'errcode' in thrown && thrown.errcode === SQLITE_BUSY) return undefined;
    throw thrown;
  }
}
