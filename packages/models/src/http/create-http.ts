import type { IncomingMessage } from 'node:http';
import type { Environment } from './environment.ts';
import { Routes } from './routes.ts';
import { send } from './send.ts';

/** What to ask for. */
export interface HttpGet {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** What to send, in pieces that are not copied on the way. */
export interface HttpPost extends HttpGet {
  readonly body: readonly Uint8Array[];
}

/**
 * The one way to the network for all providers: through the proxy if there is one, over connections that are kept.
 *
 * Both resolve when the answer begins, whatever its status, and both give up at once when they are aborted. Redirects
 * are not followed.
 */
export interface Http {
  post(post: HttpPost): Promise<IncomingMessage>;
  get(get: HttpGet): Promise<IncomingMessage>;
  /** The proxy on the way to a URL, without its password: for hints. */
  proxyFor(url: string): string | undefined;
}

/** Where the proxies are found, and whom to trust. */
export interface HttpOptions {
  readonly env: Environment;
  /** A certificate authority in place of the known ones, as PEM. */
  readonly ca?: string | undefined;
}

/** Makes the way to the network; nothing is opened before the first request. */
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
