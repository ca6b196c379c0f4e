import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { Server } from 'node:net';
import { PROXY_PORT } from '../network/proxy-environment.ts';
import type { NetworkPlace, NotConfined } from '../sandbox.ts';
import type { Bubblewrap } from './detect-bubblewrap.ts';

/** A network with nothing in it but a loopback, and a socket that listens on it. No process lives in it. */
export interface NetworkNamespace {
  readonly place: NetworkPlace;
  /** Listens inside, on the port of the proxy; its connections come out here. */
  readonly listener: Server;
  /** Lets go of it: it is gone with the last process in it. */
  readonly close: () => void;
}

/** What opening a network needs. */
export interface NamespaceParts {
  readonly bubblewrap: Bubblewrap;
  /** Our own program, which is on every machine that we run on. */
  readonly execPath: string;
  /** This process, through which others find the files of a namespace. */
  readonly pid: number;
}

/**
 * What runs inside, and only until its socket is handed out over the channel that it inherits. Text, because nothing
 * of ours need be found or read from there.
 */
const LISTEN = `
const server = require('node:net').createServer();
process.once('disconnect', () => process.exit());
server.listen(${PROXY_PORT}, '127.0.0.1', 511, () => process.send({ pid: process.pid }, server));
`;

/** Opens a network by way of a process that is gone when it is open; why it cannot be, otherwise. */
export async function openNetworkNamespace(parts: NamespaceParts): Promise<NetworkNamespace | NotConfined> {
  const { bubblewrap, execPath } = parts;
  if (bubblewrap.nsenter === null) return { problem: 'nsenter is not installed. It is a part of util-linux.' };
  const args = [
    ...(bubblewrap.hasUserNamespaces ? ['--unshare-user'] : []),
    // No further user namespace for devices: the one that is held must be the one that owns the network.
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
    // Only then can no process inside accept a connection before we do.
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
