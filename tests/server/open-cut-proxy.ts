import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * When the connection breaks for the next message that contains a word: before the server receives it, after the server
 * has processed it and before the client gets the response, or so that the server receives it only when `deliver` is
 * called.
 */
export type Cut = 'before' | 'after' | 'late';

/** A proxy to a server whose connections can be cut on demand. */
export interface CutProxy {
  readonly port: number;
  cutNext(cut: Cut, word: string): void;
  /** The number of cuts so far. */
  readonly cuts: () => number;
  /** Sends the server the message of a late cut, and waits for its response. */
  deliver(): Promise<void>;
  close(): Promise<void>;
}

export async function openCutProxy(to: number): Promise<CutProxy> {
  let next: { readonly cut: Cut; readonly word: string } | undefined;
  let cuts = 0;
  let held: { readonly server: Socket; readonly message: Buffer } | undefined;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(to, '127.0.0.1');
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    const forward = (answer: Buffer): void => void client.write(answer);
    server.on('data', forward);
    client.on('data', (message: Buffer) => {
      if (next === undefined || !message.includes(next.word)) return void server.write(message);
      const { cut } = next;
      next = undefined;
      cuts += 1;
      if (cut === 'after') {
        server.off('data', forward);
        server.write(message);
        server.once('data', () => server.destroy());
        server.once('close', () => client.destroy());
        return;
      }
      client.removeAllListeners('data');
      client.destroy();
      if (cut === 'before') server.destroy();
      else held = { server, message };
    });
    client.on('close', () => {
      if (held?.server !== server) server.destroy();
    });
    server.on('close', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    port: (proxy.address() as AddressInfo).port,
    cutNext: (cut, word) => {
      next = { cut, word };
    },
    cuts: () => cuts,
    deliver: async () => {
      if (held === undefined) throw new Error('nothing is held back');
      const { server, message } = held;
      const answered = once(server, 'data');
      server.write(message);
      await answered;
      server.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
