import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server that can stop forwarding without closing a connection, as a dropped route does. */
export interface DroppableRoute {
  readonly port: number;
  readonly drop: () => void;
  readonly restore: () => void;
  readonly close: () => void;
}

/** Opens a route to a local port. */
export async function openDroppableRoute(to: number): Promise<DroppableRoute> {
  const sockets = new Set<Socket>();
  let isDropped = false;
  const proxy = createServer((client) => {
    const server = connect(to, '127.0.0.1');
    for (const [from, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.pipe(other);
      from
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(from);
          other.destroy();
        });
      if (isDropped) from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const change = (next: boolean): void => {
    isDropped = next;
    for (const socket of sockets) {
      if (next) socket.pause();
      else socket.resume();
    }
  };
  return {
    port: (proxy.address() as AddressInfo).port,
    drop: () => {
      change(true);
    },
    restore: () => {
      change(false);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
