import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import type { NetworkAccess } from '../confinement.ts';
import type { CommandCredentials } from '../credentials/command-credentials.ts';
import type { InsideDialer } from './inside-dialer.ts';
import type { NetworkNamespace } from './open-network-namespace.ts';
import type { NetworkPlace } from '../sandbox.ts';
import { createEgressProxy, type EgressOptions } from '../network/create-egress-proxy.ts';
import type { ListeningPort } from '../network/listening-ports.ts';
import { PortForwards, type ForwardedPort } from '../network/port-forwards.ts';
import { PROXY_PORT } from '../network/proxy-environment.ts';
import { addRefused, addTried, type RefusedHosts } from '../network/refused-hosts.ts';

/** Maximum number of connections of one command. Package managers use about fifty. */
const MOST_SOCKETS = 512;

/**
 * What is known about a command's network: what an approval can list, and where its servers are reachable while it
 * runs.
 */
export interface NetworkRecord {
  readonly refused: RefusedHosts;
  /** Hosts that it could reach. A failure there would also occur outside the sandbox. */
  readonly tried: readonly string[];
  readonly ports: readonly ForwardedPort[];
}

export interface CommandNetworkParts {
  readonly namespace: NetworkNamespace;
  readonly access: NetworkAccess;
  readonly lookup: EgressOptions['lookup'];
  /** Tokens for which it has placeholders, if any. */
  readonly credentials: CommandCredentials | undefined;
  /** The servers in the network of a process. */
  readonly look: (pid: number) => readonly ListeningPort[];
  readonly openDialer: (place: NetworkPlace) => InsideDialer;
}

/** The network of one command: outgoing through the proxy, incoming to its servers. */
export class CommandNetwork {
  readonly #parts: CommandNetworkParts;
  readonly #proxy: HttpServer;
  readonly #sockets = new Set<Socket>();
  #forwards: PortForwards | undefined;
  #dialer: InsideDialer | undefined;
  #record: NetworkRecord = { refused: { unlisted: [], private: [] }, tried: [], ports: [] };

  constructor(parts: CommandNetworkParts) {
    this.#parts = parts;
    const { access, lookup, namespace, credentials } = parts;
    const privateHosts = new Set(access.privateHosts.map((host) => host.toLowerCase()));
    this.#proxy = createEgressProxy({
      rules: () => access.hosts,
      privateHosts,
      lookup,
      relayFor: (host, port) => credentials?.relayFor(host, port),
      onDecision: (decision) => {
        const { refused, tried } = this.#record;
        this.#record = { ...this.#record, refused: addRefused(refused, decision), tried: addTried(tried, decision) };
      },
    });
    // A client may have finished sending and wait for the response.
    Object.assign(namespace.listener, { allowHalfOpen: true });
    namespace.listener.on('connection', (socket) => {
      if (this.#sockets.size >= MOST_SOCKETS) {
        socket.destroy();
        return;
      }
      this.#sockets.add(socket.setNoDelay());
      socket.on('close', () => this.#sockets.delete(socket));
      this.#proxy.emit('connection', socket);
    });
  }

  get place(): NetworkPlace {
    const { namespace, credentials } = this.#parts;
    return { ...namespace.place, credentials: credentials?.inside };
  }

  get record(): NetworkRecord {
    return this.#record;
  }

  /** Makes the servers of a process in this network reachable for the user's programs from now on. */
  forward(pid: number, onChange: () => void): void {
    const { access, look, openDialer } = this.#parts;
    if (this.#forwards !== undefined) return;
    const dialer = (): InsideDialer => (this.#dialer ??= openDialer(this.place));
    this.#forwards = new PortForwards({
      look: () => look(pid).filter(({ port }) => port !== PROXY_PORT),
      ports: access.ports,
      dial: (port) => dialer().dial(port),
      onChange: (ports) => {
        this.#record = { ...this.#record, ports };
        // Starts it now, so that it is ready for the first connection.
        if (ports.length > 0) dialer();
        onChange();
      },
    });
  }

  /** Closes every connection. */
  close(): void {
    this.#forwards?.close();
    this.#record = { ...this.#record, ports: [] };
    this.#dialer?.close();
    this.#parts.namespace.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
