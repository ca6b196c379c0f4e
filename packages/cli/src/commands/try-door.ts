import { openDoor, type Door, type OpenedSession } from '@bowline/assembly';
import type { CommandEnv } from '../command.ts';

/** A door for `bowline attach`. Without one a session cannot be spoken to from elsewhere, and is none the worse for it. */
export async function tryDoor({ session }: OpenedSession, { machine }: CommandEnv): Promise<Door | undefined> {
  try {
    return await openDoor(session, machine);
  } catch {
    return undefined;
  }
}
