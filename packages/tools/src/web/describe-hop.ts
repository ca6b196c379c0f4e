/** What a redirect does: it stays with whom it came from, leaves for somebody else, or gives up encryption. */
export type Hop = 'stays' | 'leaves' | 'downgrades';

/** Judges one redirect. The same host, `www.` aside, on the same port or on the web's own, is the same site. */
export function describeHop(from: URL, to: URL): Hop {
  if (from.protocol === 'https:' && to.protocol !== 'https:') return 'downgrades';
  return bare(from.hostname) === bare(to.hostname) && (from.port === to.port || to.port === '') ? 'stays' : 'leaves';
}

function bare(host: string): string {
  return host.replace(/^www\./, '').replace(/\.$/, '');
}
