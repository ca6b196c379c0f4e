import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { Server } from 'node:net';
import { PROXY_PORT } from '../network/proxy-environment.ts';
import type { NetworkPlace, NotConfined } from '../sandbox.ts';
import type { Bubblewrap } from './detect-bubblewrap.ts';

/** A network that contains only a loopback and a socket that listens on it. No process runs in it. */
export interface NetworkNamespace {
  readonly place: NetworkPlace;
  /** Listens inside, on the proxy's port. Its connections arrive in this process. */
  readonly listener: Server;
  /** Releases it. It ends with the last process in it. */
  readonly close: () => void;
}

export interface NamespaceParts {
  readonly bubblewrap: Bubblewrap;
  /** The path of our own executable, which exists wherever we run. */
  readonly execPath: string;
  /** This process, through which others find the files of a namespace. */
  readonly pid: number;
}

/**
 * Runs inside, only until it has passed its socket over the inherited channel. Inline source, so that no file of ours
 * must be visible there.
 */
const LISTEN = `
const server = require('node:net').createServer();
process.once('disconnect', () => process.exit());
server.listen(${PROXY_PORT}, '127.0.0.1', 511, () => process.send({ pid: process.pid }, server));
`;

/** Opens a network through a temporary process. Returns the reason if this fails. */
export async function openNetworkNamespace(parts: NamespaceParts): Promise<NetworkNamespace | NotConfined> {
  const { bubblewrap, execPath } = parts;
  if (bubblewrap.nsenter === null) return { problem: 'nsenter is not installed. It is a part of util-linux.' };
  const args = [
    ...(bubblewrap.hasUserNamespaces ? ['--unshare-user'] : []),
    // No further user namespace for devices, because the namespace that we hold must be the one that owns the network.
    ...['--unshare-net', '--cap-drop', 'ALL', '--die-with-parent', '--dev-bind', '/', '/'],
    ...['--', execPath, '--no-warnings', '-e', LISTEN],
  ];
  const child = spawn(bubblewrap.path, args, { env: {}, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  return await receive(child, parts);
}

function receive(child: ChildProcess, { bubblewrap, pid }: NamespaceParts): Promise<NetworkNamespace | NotConfined> {
  return new Promise((resolve) => {
    let said = '';
    let opened: NetworkNamespace | undefined;
    child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-500)));
    child.on('message', (message: { readonly pid: number }, listener) => {
      if (listener instanceof Server) opened = hold(message.pid, { listener, bubblewrap, pid });
      child.disconnect();
    });
    child.on('error', (error) => {
      resolve({ problem: `its network cannot be opened: ${error.message}` });
    });
    // Only after its exit is it certain that no process inside accepts a connection before we do.
    child.on('exit', () => {
      resolve(opened ?? { problem: `its network cannot be opened: ${said.trim()}` });
    });
  });
}

function hold(
  inside: number,
  { listener, bubblewrap, pid }: Pick<NamespaceParts, 'bubblewrap' | 'pid'> & { readonly listener: Server },
): NetworkNamespace {
  const user = bubblewrap.hasUserNamespaces ? openSync(`/proc/${inside}/ns/user`, 'r') : null;
  const net = openSync(`/proc/${inside}/ns/net`, 'r');
  const toFile = (descriptor: number): string => `/proc/${pid}/fd/${descriptor}`;
  return {
    listener,
    place: { user: user === null ? null : toFile(user), net: toFile(net) },
    close: () => {
      listener.close();
      for (const descriptor of [user, net]) if (descriptor !== null) closeSync(descriptor);
    },
  };
}
