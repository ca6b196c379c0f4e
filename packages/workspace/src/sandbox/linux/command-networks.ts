import { lookup } from 'node:dns/promises';
import type { NetworkAccess } from '../confinement.ts';
import type { CommandCredentials } from '../credentials/command-credentials.ts';
import { CommandNetwork, type CommandNetworkParts } from './command-network.ts';
import { parseListeningPorts } from '../network/listening-ports.ts';
import type { NotConfined } from '../sandbox.ts';
import { InsideDialer } from './inside-dialer.ts';
import { readText } from '../../disk/look.ts';
import { openNetworkNamespace, type NamespaceParts } from './open-network-namespace.ts';
import { SpareNamespaces } from './spare-namespaces.ts';

export interface CommandNetworksParts extends NamespaceParts {
  /** Resolves a name. Default: the system's resolver. */
  readonly lookup?: CommandNetworkParts['lookup'] | undefined;
}

/** Opens a network for each sandboxed command with network access. */
export class CommandNetworks {
  readonly #parts: CommandNetworksParts;
  readonly #spares: SpareNamespaces;

  constructor(parts: CommandNetworksParts) {
    this.#parts = parts;
    this.#spares = new SpareNamespaces(() => openNetworkNamespace(parts));
  }

  /** Prepares a network ahead of the first command. */
  prepare(): void {
    this.#spares.prepare();
  }

  /** Opens a network for one command, which must close it. Returns the reason if there is none. */
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

  /** Loaded for the first command with credentials. */
  async #credentialsOf({ credentials = [] }: NetworkAccess): Promise<CommandCredentials | undefined> {
    if (credentials.length === 0) return undefined;
    const loaded = await import('../credentials/command-credentials.ts');
    return new loaded.CommandCredentials(credentials);
  }

  close(): void {
    this.#spares.close();
  }
}

/** Resolves a name to one address. Prefers IPv4, which more networks can reach. */
async function findAddress(host: string): Promise<string | undefined> {
  const [first] = await lookup(host, { all: true, order: 'ipv4first' });
  return first?.address;
}
