import { lookup } from 'node:dns/promises';

/** The addresses of a name as this machine sees them, its hosts file included; none when it has none. */
export async function resolveHost(host: string): Promise<readonly string[]> {
  try {
    const found = await lookup(host, { all: true });
    return found.map(({ address }) => address);
  } catch {
    return [];
  }
}
