import type { SessionSocket } from '@bowline/attach';
import type { OpenedSession } from '@bowline/assembly';
import type { CommandEnv } from '../command.ts';
import { tryDoor } from './try-door.ts';

/** Shorter than it takes a user to find the ID of a session to attach to. */
const DOOR_MS = 250;

/** Opens the socket for `bowline attach` after a moment, so that short runs do not pay for it. */
export function openDoorInTime(opened: OpenedSession, env: CommandEnv): { readonly close: () => Promise<void> } {
  let door: Promise<SessionSocket | undefined> | undefined;
  const timer = setTimeout(() => {
    door = tryDoor(opened, env);
  }, DOOR_MS);
  timer.unref();
  return {
    close: async () => {
      clearTimeout(timer);
      (await door)?.close();
    },
  };
}
