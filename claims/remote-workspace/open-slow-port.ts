import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A port whose bytes arrive late and slowly at another one. */
export interface SlowPort {
  readonly port: number;
  readonly close: () => void;
}

/** How late and how slowly. */
export interface Slowness {
  readonly delayMs: number;
  readonly bytesPerSecond: number;
}

/** Opens a slow way to a local port. */
export async function openSlowPort(to: number, { delayMs, bytesPerSecond }: Slowness): Promise<SlowPort> {
  const sockets = new Set<Socket>();
  /** One chunk after another, each as late as the line is long, and as slow as it is thin. */
  const pass = (from: Socket, other: Socket): void => {
    let freeAt = 0;
    sockets.add(from);
    from.on('data', (chunk: Buffer) => {
      const now = performance.now();
      freeAt = Math.max(now, freeAt) + (chunk.length / bytesPerSecond) * 1000;
      setTimeout(() => other.write(chunk), freeAt + delayMs - now);
    });
    from
      .on('error', () => undefined)
      .on('close', () => {
        sockets.delete(from);
        other.destroy();
      });
  };
  const server = createServer((client) => {
    const target = connect(to, '127.0.0.1');
    pass(client, target);
    pass(target, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
