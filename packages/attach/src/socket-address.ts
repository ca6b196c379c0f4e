import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file in which the process that runs a session saves the address of its socket. */
export function socketFile(sessionsFolder: string, sessionId: string): string {
  return join(sessionsFolder, sessionId, 'socket.address');
}

/** Reads that address. Returns undefined if there is none. */
export function readSocketAddress(sessionsFolder: string, sessionId: string): string | undefined {
  try {
    return readFileSync(socketFile(sessionsFolder, sessionId), 'utf8');
  } catch {
    return undefined;
  }
}
