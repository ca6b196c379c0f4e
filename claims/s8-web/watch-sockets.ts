import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Records every address that this process tries to connect to, as `address:port`, until `stop` is called. */
export function watchSockets(): { readonly attempts: readonly string[]; readonly stop: () => void } {
  const attempts: string[] = [];
  const note = (address: string, port: number): void => {
    attempts.push(`${address}:${port}`);
  };
  const hear = (message: unknown): void => {
    (message as { readonly socket: Socket }).socket.on('connectionAttempt', note);
  };
  subscribe('net.client.socket', hear);
  return {
    attempts,
    stop: () => {
      unsubscribe('net.client.socket', hear);
    },
  };
}
