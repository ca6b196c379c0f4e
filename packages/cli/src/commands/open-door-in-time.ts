import type { Door, OpenedSession } from '@bowline/assembly';
import type { CommandEnv } from '../command.ts';
import { tryDoor } from './try-door.ts';

/** Long before a person has found the id of a session that they want to attach to. */
const DOOR_MS = 250;

/** A door that opens once a run has lasted a moment: a short run is over before anybody could attach, and does not pay for it. */
export function openDoorInTime(opened: OpenedSession, env: CommandEnv): { readonly close: () => Promise<void> } {
  let door: Promise<Door | undefined> | undefined;
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
