import { lookup } from 'node:dns/promises';

/** The addresses of a name on this machine, including its hosts file. Empty if there are none. */
export async function resolveHost(host: string): Promise<readonly string[]> {
  try {
    const found = await lookup(host, { all: true });
    return found.map(({ address }) => address);
  } catch {
    return [];
  }
}
