/** What a redirect does: it stays on the same site, leaves it, or gives up encryption. */
export type Hop = 'stays' | 'leaves' | 'downgrades';

/** Classifies a redirect. The same host, ignoring `www.`, on the same port or a standard web port is the same site. */
export function describeHop(from: URL, to: URL): Hop {
  if (from.protocol === 'https:' && to.protocol !== 'https:') return 'downgrades';
  return bare(from.hostname) === bare(to.hostname) && (from.port === to.port || to.port === '') ? 'stays' : 'leaves';
}

function bare(host: string): string {
  return host.replace(/^www\./, '').replace(/\.$/, '');
}
