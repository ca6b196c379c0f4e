import { lookup } from 'node:dns/promises';
import type { NetworkAccess } from '../confinement.ts';
import type { CommandCredentials } from '../credentials/command-credentials.ts';
import { CommandNetwork, type CommandNetworkParts } from './command-network.ts';
import { parseListeningPorts } from '../network/listening-ports.ts';
import type { NotConfined } from '../sandbox.ts';
import { InsideDialer } from './inside-dialer.ts';
import { readText } from './look.ts';
import { openNetworkNamespace, type NamespaceParts } from './open-network-namespace.ts';
import { SpareNamespaces } from './spare-namespaces.ts';

/** What the networks of commands need. */
export interface CommandNetworksParts extends NamespaceParts {
  /** Looks a name up. Default: as the system does. */
  readonly lookup?: CommandNetworkParts['lookup'] | undefined;
}

/** Opens a network for each confined command that may reach something. */
export class CommandNetworks {
  readonly #parts: CommandNetworksParts;
  readonly #spares: SpareNamespaces;

  constructor(parts: CommandNetworksParts) {
    this.#parts = parts;
    this.#spares = new SpareNamespaces(() => openNetworkNamespace(parts));
  }

  /** Has one ready by the time a command needs it. */
  prepare(): void {
    this.#spares.prepare();
  }

  /** A network for one command, which closes it; why there is none, otherwise. */
  async open(access: NetworkAccess): Promise<CommandNetwork | NotConfined> {
    const namespace = await this.#spares.take();
    if ('problem' in namespace) return namespace;
    const { execPath, bubblewrap, lookup: find = findAddress } = this.#parts;
    return new CommandNetwork({
      namespace,
      access,
      lookup: find,
      credentials: await this.#credentialsOf(access),
      look: (pid) =>
        parseListeningPorts(readText(`/proc/${pid}/net/tcp`) ?? '', readText(`/proc/${pid}/net/tcp6`) ?? ''),
      openDialer: (place) => new InsideDialer({ nsenter: bubblewrap.nsenter ?? '', execPath, place }),
    });
  }

  /** What it takes is loaded for the first command that has any. */
  async #credentialsOf({ credentials = [] }: NetworkAccess): Promise<CommandCredentials | undefined> {
    if (credentials.length === 0) return undefined;
    const loaded = await import('../credentials/command-credentials.ts');
    return new loaded.CommandCredentials(credentials);
  }

  close(): void {
    this.#spares.close();
  }
}

/** One address of a name: of those of IPv4 where it has any, because they are reached from more networks. */
async function findAddress(host: string): Promise<string | undefined> {
  const [first] = await lookup(host, { all: true, order: 'ipv4first' });
  return first?.address;
}
