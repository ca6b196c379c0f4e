import { createServer, type Server, type Socket } from 'node:net';
import type { ListeningPort } from './listening-ports.ts';

/** A port inside, and the loopback port of this machine through which it is reachable. */
export interface ForwardedPort {
  readonly inside: number;
  readonly outside: number;
}

export interface ForwardParts {
  /** The current servers inside. */
  readonly look: () => readonly ListeningPort[];
  /** Allowed ports. */
  readonly ports: readonly number[] | 'any';
  readonly dial: (port: ListeningPort) => Promise<Socket | undefined>;
  /** Called when ports open or close. */
  readonly onChange: (ports: readonly ForwardedPort[]) => void;
}

/** A server is found soon after its command went to the background. Later checks are less frequent. */
const FIRST_LOOK_MS = 100;
const LONGEST_PAUSE_MS = 1000;
const MOST_PORTS = 16;
/** Lower ports belong to system services, which a command must not imitate. */
const FIRST_PORT = 1024;

interface Forward {
  readonly server: Server;
  readonly sockets: Set<Socket>;
  outside: number | undefined;
}

/** Makes the servers of one command reachable on this machine's loopback. */
export class PortForwards {
  readonly #parts: ForwardParts;
  readonly #forwards = new Map<number, Forward>();
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = FIRST_LOOK_MS;

  constructor(parts: ForwardParts) {
    this.#parts = parts;
    this.#look();
  }

  /** Closes every port and connection. */
  close(): void {
    clearTimeout(this.#timer);
    for (const inside of [...this.#forwards.keys()]) this.#drop(inside);
  }

  #look(): void {
    const found = this.#parts.look().filter((each) => this.#isWanted(each));
    const gone = [...this.#forwards.keys()].filter((inside) => !found.some(({ port }) => port === inside));
    for (const inside of gone) this.#drop(inside);
    if (gone.length > 0) this.#tell();
    for (const port of found) {
      if (!this.#forwards.has(port.port) && this.#forwards.size < MOST_PORTS) this.#forward(port);
    }
    this.#timer = setTimeout(() => {
      this.#look();
    }, this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 1.2, LONGEST_PAUSE_MS);
  }

  #isWanted({ port }: ListeningPort): boolean {
    return port >= FIRST_PORT && (this.#parts.ports === 'any' || this.#parts.ports.includes(port));
  }

  #forward(port: ListeningPort): void {
    const forward: Forward = { server: createServer({ pauseOnConnect: true }), sockets: new Set(), outside: undefined };
    this.#forwards.set(port.port, forward);
    forward.server.on('connection', (client) => {
      void this.#join(client, port, forward);
    });
    forward.server.on('listening', () => {
      const address = forward.server.address();
      forward.outside = typeof address === 'object' ? address?.port : undefined;
      this.#tell();
    });
    forward.server.once('error', () => {
      forward.server.once('error', () => {
        this.#drop(port.port);
      });
      // Taken by another program, so any other port is used.
      forward.server.listen(0, '127.0.0.1');
    });
    forward.server.listen(port.port, '127.0.0.1');
  }

  async #join(client: Socket, port: ListeningPort, { sockets }: Forward): Promise<void> {
    keep(client, sockets);
    const inside = await this.#parts.dial(port);
    if (inside === undefined || client.destroyed) {
      client.destroy();
      inside?.destroy();
      return;
    }
    keep(inside, sockets);
    for (const [from, to] of [
      [client, inside],
      [inside, client],
    ] as const) {
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  }

  #drop(inside: number): void {
    const forward = this.#forwards.get(inside);
    this.#forwards.delete(inside);
    forward?.server.close();
    for (const socket of forward?.sockets ?? []) socket.destroy();
  }

  #tell(): void {
    const ports = [...this.#forwards].flatMap(([inside, { outside }]) =>
      outside === undefined ? [] : [{ inside, outside }],
    );
    this.#parts.onChange(ports);
  }
}

function keep(socket: Socket, sockets: Set<Socket>): void {
  sockets.add(socket.setNoDelay());
  socket.on('error', () => socket.destroy());
  socket.on('close', () => sockets.delete(socket));
}
