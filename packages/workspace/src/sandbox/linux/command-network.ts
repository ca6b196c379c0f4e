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

/** Connections of one command at a time: package managers use about fifty. */
const MOST_SOCKETS = 512;

/** What is known of a command's network: what a question can name, and where its servers are reached while it runs. */
export interface NetworkRecord {
  readonly refused: RefusedHosts;
  /** Names of hosts that it was let through to: what fails there fails outside too. */
  readonly tried: readonly string[];
  readonly ports: readonly ForwardedPort[];
}

/** What the network of a command is made of. */
export interface CommandNetworkParts {
  readonly namespace: NetworkNamespace;
  readonly access: NetworkAccess;
  readonly lookup: EgressOptions['lookup'];
  /** Tokens that it has placeholders of, where it has any. */
  readonly credentials: CommandCredentials | undefined;
  /** The servers in the network of a process. */
  readonly look: (pid: number) => readonly ListeningPort[];
  readonly openDialer: (place: NetworkPlace) => InsideDialer;
}

/** The network of one command: the way out by the proxy, and the way in to its servers. */
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
    // A client may be done sending and wait for the answer.
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

  /** Has the person's own programs reach the servers of a process of this network, from now on. */
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
        // It is ready by the time of the first connection.
        if (ports.length > 0) dialer();
        onChange();
      },
    });
  }

  /** Ends every connection. */
  close(): void {
    this.#forwards?.close();
    this.#record = { ...this.#record, ports: [] };
    this.#dialer?.close();
    this.#parts.namespace.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
