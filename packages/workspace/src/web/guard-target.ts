import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describePrivateAddress } from '../sandbox/network/private-addresses.ts';

/** Resolves a host name to addresses. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Where requests may go besides the public web. Only code and the user can set it, never a workspace setting. */
export interface WebGuard {
  /** `host:port` of servers on a private network that are allowed. */
  readonly allowedHosts: readonly string[];
  readonly resolve: ResolveHost;
}

/** The checked addresses that a request may connect to, or why it is refused. */
export type GuardedTarget =
  { readonly ok: true; readonly addresses: readonly string[] } | { readonly ok: false; readonly text: string };

/** Names for this machine, its network or its cloud, whatever they resolve to. */
const INNER_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa)$/;
/** Ports of other protocols, as browsers block them. Below 1024, only web ports are allowed. */
const OTHER_PORTS: ReadonlySet<number> = new Set(
  (
    '1433 1521 1719 1720 1723 2049 2375 2376 2379 3306 3389 3659 4045 4190 5060 5061 5432 5900 6000 6379 6566 6665 6666 ' +
    '6667 6668 6669 6679 6697 9042 9200 9300 10080 10250 11211 27017'
  )
    .split(' ')
    .map(Number),
);

/** Resolves the host of a URL once and checks every address. One private address refuses all. */
export async function guardTarget(url: URL, guard: WebGuard): Promise<GuardedTarget> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = portOf(url);
  const isAllowed = guard.allowedHosts.includes(`${url.hostname}:${port}`);
  const plainReason = isAllowed ? undefined : describeTarget(host, port);
  if (plainReason !== undefined) return refuse(plainReason);
  const addresses = isIP(host) === 0 ? await guard.resolve(host) : [host];
  if (addresses.length === 0) return refuse(`${host} has no address`);
  if (isAllowed) return { ok: true, addresses };
  for (const address of addresses) {
    const reason = describePrivateAddress(address) ?? (isOwnAddress(address) ? 'this machine' : undefined);
    if (reason !== undefined)
      return refuse(host === address ? `${host} is ${reason}` : `${host} resolves to ${address}, ${reason}`);
  }
  return { ok: true, addresses };
}

/** The effective port of a URL. */
export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

/** Objections to a host and port that need no lookup. */
function describeTarget(host: string, port: number): string | undefined {
  if ((port < 1024 && port !== 80 && port !== 443) || OTHER_PORTS.has(port)) return `port ${port} is not a web port`;
  if (isIP(host) !== 0) return undefined;
  const name = host.replace(/\.+$/, '');
  if (INNER_NAME.test(name) || !name.includes('.')) return `${host} is a name for this machine or a private network`;
  return undefined;
}

function isOwnAddress(address: string): boolean {
  return Object.values(networkInterfaces()).some((cards) => cards?.some((card) => card.address === address) ?? false);
}

function refuse(text: string): GuardedTarget {
  return { ok: false, text };
}
