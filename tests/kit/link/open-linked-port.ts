import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from '../at-exit.ts';
import { openDroppableRoute } from './open-droppable-route.ts';

/** A port that leads to another one across a link between two network namespaces. */
export interface LinkedPort {
  readonly port: number;
  readonly close: () => void;
}

/** Opens one link for this process, and a port of its own for each caller. */
export async function openLinkedPort(to: number): Promise<LinkedPort> {
  const entry = await (opened ??= openLink());
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const link = connect(entry);
    // Says where to, for the other end of the link.
    link.write(`${to}\n`);
    client.pipe(link);
    link.pipe(client);
    for (const [one, other] of [
      [client, link],
      [link, client],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: (server.address() as AddressInfo).port, close };
}

let opened: Promise<string> | undefined;

async function openLink(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'ln-'));
  const route = await openDroppableRoute(connectNamed, { folder });
  const [program, ...args] = route.words;
  const entry = join(folder, 'entry');
  const file = join(import.meta.dirname, 'route-entry.ts');
  const words = [...args, process.execPath, '--no-warnings', file, entry, route.host, String(route.port)];
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  // They must not keep a process alive that has nothing else to do.
  child.unref();
  atExit(() => {
    child.kill('SIGKILL');
    route.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return entry;
}

/** Connects to the port that the first line names. */
async function connectNamed(client: Socket): Promise<Socket> {
  let line = '';
  while (!line.includes('\n')) {
    await once(client, 'readable');
    line += (client.read() as Buffer | null)?.toString('latin1') ?? '';
  }
  const end = line.indexOf('\n') + 1;
  client.unshift(Buffer.from(line.slice(end), 'latin1'));
  return connect(Number(line.slice(0, end)), '127.0.0.1');
}
