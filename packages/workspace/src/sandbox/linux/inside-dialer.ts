import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import type { NetworkPlace } from '../sandbox.ts';
import type { ListeningPort } from '../network/listening-ports.ts';

export interface DialerParts {
  readonly nsenter: string;
  readonly execPath: string;
  readonly place: NetworkPlace;
}

/**
 * Runs in the network of the command, but otherwise outside the sandbox. Passes on each socket before it reads from it.
 */
const DIAL = `
const { connect } = require('node:net');
process.once('disconnect', () => process.exit());
process.on('message', ({ id, host, port }) => {
  const socket = connect({ host, port }).pause();
  socket.once('error', () => process.send({ id }));
  socket.once('connect', () => process.send({ id }, socket, () => socket.destroy()));
});
`;

/** Connects to servers inside the network of a command. */
export class InsideDialer {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (socket: Socket | undefined) => void>();
  #asked = 0;

  constructor({ nsenter, execPath, place }: DialerParts) {
    const user = place.user === null ? [] : [`--user=${place.user}`, '--preserve-credentials'];
    this.#child = spawn(nsenter, [...user, `--net=${place.net}`, '--', execPath, '--no-warnings', '-e', DIAL], {
      cwd: '/',
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('message', ({ id }: { readonly id: number }, socket) => {
      this.#answer(id, socket instanceof Socket ? socket : undefined);
    });
    this.#child.on('error', () => {
      this.#giveUp();
    });
    this.#child.on('exit', () => {
      this.#giveUp();
    });
  }

  /** Connects to a server inside. Undefined if there is none. */
  dial({ host, port }: ListeningPort): Promise<Socket | undefined> {
    return new Promise((resolve) => {
      if (!this.#child.connected) {
        resolve(undefined);
        return;
      }
      const id = (this.#asked += 1);
      this.#waiting.set(id, resolve);
      this.#child.send({ id, host, port }, (error) => {
        if (error !== null) this.#answer(id, undefined);
      });
    });
  }

  close(): void {
    if (this.#child.connected) this.#child.disconnect();
    this.#child.kill('SIGKILL');
  }

  #answer(id: number, socket: Socket | undefined): void {
    const resolve = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (resolve === undefined) socket?.destroy();
    else resolve(socket);
  }

  #giveUp(): void {
    for (const id of this.#waiting.keys()) this.#answer(id, undefined);
  }
}
