import type { SessionSocket } from '@bowline/attach';
import type { OpenedSession } from '@bowline/assembly';
import type { CommandEnv } from '../command.ts';
import { tryOpenSocket } from './try-open-socket.ts';

/** Shorter than it takes a user to find the ID of a session to attach to. */
const SOCKET_MS = 250;

/** Opens the socket for `bowline attach` after a moment, so that short runs do not pay for it. */
export function openSocketInTime(opened: OpenedSession, env: CommandEnv): { readonly close: () => Promise<void> } {
  let socket: Promise<SessionSocket | undefined> | undefined;
  const timer = setTimeout(() => {
    socket = tryOpenSocket(opened, env);
  }, SOCKET_MS);
  timer.unref();
  return {
    close: async () => {
      clearTimeout(timer);
      (await socket)?.close();
    },
  };
}
