import { get } from 'node:http';
import type { LookupFunction } from 'node:net';

const MAX_MS = 2000;

/** Fetches like a client without a guard, and follows redirects. Errors are ignored. */
export async function unguardedGet(url: string, lookup?: LookupFunction): Promise<void> {
  const location = await new Promise<string | undefined>((settle) => {
    try {
      const request = get(url.replace(/\\/g, '/'), { timeout: MAX_MS, ...(lookup === undefined ? {} : { lookup }) });
      request.on('response', (response) => {
        response.resume();
        settle(response.headers.location);
      });
      request.on('timeout', () => request.destroy());
      request.on('error', () => {
        settle(undefined);
      });
    } catch {
      settle(undefined);
    }
  });
  if (location !== undefined) await unguardedGet(new URL(location, url).href, lookup);
}
