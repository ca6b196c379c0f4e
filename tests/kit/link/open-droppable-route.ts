import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A network with a single way to a server, which can be taken down without closing a connection. */
export interface DroppableRoute {
  /** The address of the server in it. */
  readonly host: string;
  readonly port: number;
  /** The words that start a program in it. The program keeps their PID. */
  readonly words: readonly [string, ...string[]];
  /** Takes the link down: packets are lost both ways, and neither end is told. */
  readonly drop: () => Promise<void>;
  readonly restore: () => Promise<void>;
  readonly close: () => void;
}

/** Keeps the user, with the rights that links need in namespaces of its own. */
const APART = ['unshare', '--user', '--map-current-user', '--keep-caps', '--net', '--'] as const;

/** What runs in the network namespace. */
const HUB = join(import.meta.dirname, 'route-hub.ts');

/** Opens a route to a local port, or to what a function connects to. `folder` is short, because it will hold a socket. */
export async function openDroppableRoute(
  to: number | ((client: Socket) => Promise<Socket>),
  { folder }: { readonly folder: string },
): Promise<DroppableRoute> {
  const sockets = new Set<Socket>();
  const socketPath = join(folder, 'route');
  const connectBoth = (client: Socket, server: Socket): void => {
    client.pipe(server);
    server.pipe(client);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
    }
  };
  const outside = createServer((client) => {
    if (typeof to === 'number') connectBoth(client, connect(to, '127.0.0.1'));
    else
      to(client).then(
        (server) => {
          connectBoth(client, server);
        },
        () => client.destroy(),
      );
  }).listen(socketPath);
  await once(outside, 'listening');
  const [program, ...args] = APART;
  const hub = spawn(program, [...args, process.execPath, '--no-warnings', HUB, socketPath], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: hub.stdout })[Symbol.asyncIterator]();
  const read = async (): Promise<unknown> => {
    const line = await lines.next();
    if (line.done === true) throw new Error('the network namespace has ended');
    return JSON.parse(line.value) as unknown;
  };
  const turn = async (how: 'down' | 'up'): Promise<void> => {
    hub.stdin.write(`${how}\n`);
    await read();
  };
  const close = (): void => {
    hub.kill('SIGKILL');
    for (const socket of sockets) socket.destroy();
    outside.close();
  };
  const { pid, host, port } = (await read()) as { readonly pid: number; readonly host: string; readonly port: number };
  const spaces = [`--user=/proc/${pid}/ns/user`, `--net=/proc/${pid}/ns/net`];
  const words = ['nsenter', ...spaces, '--preserve-credentials', '--'] as const;
  return { host, port, words, drop: () => turn('down'), restore: () => turn('up'), close };
}
