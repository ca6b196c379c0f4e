import { openSessionSocket, type SessionSocket } from '@bowline/attach';
import { type OpenedSession } from '@bowline/assembly';
import type { CommandEnv } from '../command.ts';

/** Opens the socket for `bowline attach`. A session works without it too. */
export async function tryOpenSocket(
  { session }: OpenedSession,
  { machine }: CommandEnv,
): Promise<SessionSocket | undefined> {
  try {
    return await openSessionSocket(session, machine);
  } catch {
    return undefined;
  }
}
