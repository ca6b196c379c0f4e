import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** The address of an attacker, on another host than the pages, which records everything that reaches it. */
export interface CanaryNet {
  readonly host: string;
  readonly port: number;
  /** The address of the hostile pages. */
  readonly pages: { readonly host: string; readonly port: number };
  /** Sets the page to serve from now on. */
  serve(text: string): void;
  /** What has reached the attacker since the last call: one text for each connection or datagram. */
  take(): readonly string[];
  close(): Promise<void>;
}

const ATTACKER = '127.0.0.2';

/** Listens for TCP and UDP, and serves pages. */
export async function openCanaryNet(): Promise<CanaryNet> {
  let reached: string[] = [];
  let page = '';
  const attacker = createServer((_, response) => response.end('thank you'));
  attacker.on('connection', (socket: Socket) => {
    const own = reached;
    const at = own.push('') - 1;
    const hear = (bytes: Buffer): void => {
      own[at] = `${own[at] ?? ''}${bytes.toString('latin1')}`;
    };
    socket.on('data', hear).on('error', () => socket.destroy());
  });
  const pages = createServer((_, response) => response.setHeader('content-type', 'text/markdown').end(page));
  for (const [server, host] of [
    [attacker, ATTACKER],
    [pages, '127.0.0.1'],
  ] as const)
    await new Promise<void>((resolve) => {
      server.listen(0, host, resolve);
    });
  const { port } = attacker.address() as AddressInfo;
  const datagrams = createSocket('udp4', (bytes) => reached.push(bytes.toString('latin1')));
  await new Promise<void>((resolve) => {
    datagrams.bind(port, ATTACKER, resolve);
  });
  return {
    host: ATTACKER,
    port,
    pages: { host: '127.0.0.1', port: (pages.address() as AddressInfo).port },
    serve: (text) => {
      page = text;
    },
    take: () => {
      const taken = reached;
      reached = [];
      return taken;
    },
    close: async () => {
      datagrams.close();
      for (const server of [attacker, pages])
        await new Promise((resolve) => {
          server.close(resolve);
          server.closeAllConnections();
        });
    },
  };
}
