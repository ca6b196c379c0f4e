import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** One address for several servers, some of which may be down, like a load balancer. */
export interface Balancer {
  readonly port: number;
  /** Cuts every open connection. */
  readonly cut: () => void;
  readonly close: () => void;
}

/** Sends each connection to the next server that accepts it. */
export async function openBalancer(ports: readonly number[], first = 0): Promise<Balancer> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  let next = first;
  const server = createServer((client) => {
    keep(client).pause();
    next += 1;
    const order = ports.map((_, n) => ports[(n + next) % ports.length] ?? 0);
    void reachFirst(order).then((upstream) => {
      if (upstream === undefined || client.destroyed) {
        upstream?.destroy();
        client.destroy();
        return;
      }
      keep(upstream).on('close', () => client.destroy());
      client.on('close', () => upstream.destroy());
      client.pipe(upstream).pipe(client);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    close: () => {
      server.close();
      cut();
    },
  };
}

async function reachFirst(ports: readonly number[]): Promise<Socket | undefined> {
  for (const port of ports) {
    const socket = connect(port, '127.0.0.1');
    const isReached = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => {
        resolve(true);
      });
      socket.once('error', () => {
        resolve(false);
      });
    });
    if (isReached) return socket;
  }
  return undefined;
}
