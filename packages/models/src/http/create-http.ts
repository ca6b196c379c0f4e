import type { IncomingMessage } from 'node:http';
import type { Environment } from './environment.ts';
import { Routes } from './routes.ts';
import { send } from './send.ts';

/** A GET request. */
export interface HttpGet {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** A POST request; the pieces of its body are not copied. */
export interface HttpPost extends HttpGet {
  readonly body: readonly Uint8Array[];
}

/**
 * The only network access for all providers: through the proxy if there is one, with connection reuse.
 *
 * Both methods resolve when the response begins, whatever its status, and reject at once when aborted. Redirects are
 * not followed.
 */
export interface Http {
  post(post: HttpPost): Promise<IncomingMessage>;
  get(get: HttpGet): Promise<IncomingMessage>;
  /** The proxy for a URL, without its password: for hints. */
  proxyFor(url: string): string | undefined;
}

/** The environment with proxy settings, and the trusted certificates. */
export interface HttpOptions {
  readonly env: Environment;
  /** A certificate authority instead of the default ones, as PEM. */
  readonly ca?: string | undefined;
}

/** Creates the network access; opens nothing before the first request. */
export function createHttp({ env, ca }: HttpOptions): Http {
  const routes = new Routes(env, ca);
  return {
    post: async ({ url, headers = {}, body, signal }) =>
      await send(await routes.routeTo(url), { method: 'POST', headers, body, signal }),
    get: async ({ url, headers = {}, signal }) =>
      await send(await routes.routeTo(url), { method: 'GET', headers, body: [], signal }),
    proxyFor: (url) => routes.proxyFor(url),
  };
}
