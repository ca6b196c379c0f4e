import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file in which the process that runs a session says where it can be reached. */
export function doorFile(sessionsFolder: string, sessionId: string): string {
  return join(sessionsFolder, sessionId, 'door.address');
}

/** Where that is; undefined when nobody says so. */
export function readDoor(sessionsFolder: string, sessionId: string): string | undefined {
  try {
    return readFileSync(doorFile(sessionsFolder, sessionId), 'utf8');
  } catch {
    return undefined;
  }
}
