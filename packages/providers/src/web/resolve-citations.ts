import type { Http } from '@bowline/models';
import type { WebFinding } from '@bowline/workspace';

type Sources = WebFinding['sources'];

const MAX_MS = 1500;
/** Google gives its own addresses in place of those of the sources; they only lead on. */
const REDIRECTOR = 'vertexaisearch.cloud.google.com';

/**
 * The sources with addresses that say something. Google is asked where each leads, all at once; nobody else is, and
 * nobody waits longer than a moment: what has not been answered by then keeps the address that it has.
 */
export async function resolveCitations(
  sources: Sources,
  {
    http,
    signal,
    redirector = REDIRECTOR,
  }: { readonly http: Http; readonly signal: AbortSignal; readonly redirector?: string },
): Promise<Sources> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
  return await Promise.all(
    sources.map(async (source) => {
      const isGoogles = URL.canParse(source.url) && new URL(source.url).host === redirector;
      return isGoogles ? { ...source, url: (await leadsTo(source.url, http, within)) ?? source.url } : source;
    }),
  );
}

async function leadsTo(url: string, http: Http, signal: AbortSignal): Promise<string | undefined> {
  try {
    const response = await http.get({ url, signal });
    response.destroy();
    const { location } = response.headers;
    return location !== undefined && /^https?:/.test(location) && URL.canParse(location) ? location : undefined;
  } catch {
    // It leads to the source all the same.
    return undefined;
  }
}
