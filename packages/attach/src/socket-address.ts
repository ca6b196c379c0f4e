import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file in which the process that runs a session saves the address of its socket. */
export function doorFile(sessionsFolder: string, sessionId: string): string {
  return join(sessionsFolder, sessionId, 'door.address');
}

/** Reads that address. Returns undefined if there is none. */
export function readDoor(sessionsFolder: string, sessionId: string): string | undefined {
  try {
    return readFileSync(doorFile(sessionsFolder, sessionId), 'utf8');
  } catch {
    return undefined;
  }
}
