import type { Http } from '@bowline/models';
import type { WebFinding } from '@bowline/workspace';

type Sources = WebFinding['sources'];

const MAX_MS = 1500;
/** Google returns redirect URLs on this host instead of the URLs of the sources. */
const REDIRECTOR = 'vertexaisearch.cloud.google.com';

/**
 * Replaces redirect URLs with those of the sources. Asks only Google, for all URLs in parallel and with a short
 * timeout; a URL without a reply by then is kept.
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
    // The redirect still leads to the source.
    return undefined;
  }
}
