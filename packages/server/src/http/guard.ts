import type { MiddlewareHandler } from 'hono';
import { HttpError } from './http-error.ts';
import type { ServerPorts, TenantPorts } from './server-ports.ts';

/** The authenticated client of a request. */
export interface Guest {
  readonly tenant: string;
  /** The name of the token's owner. Answers are recorded under it. */
  readonly name: string;
  readonly ports: TenantPorts;
}

/** What the guard passes to the routes. */
export interface HttpEnv {
  readonly Variables: { readonly guest: Guest };
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Admits requests with a known Host header, an allowed Origin (or none) and a valid token. */
export function createGuard(ports: ServerPorts): MiddlewareHandler<HttpEnv> {
  const hosts = new Set([...loopback, ...(ports.hosts ?? [])].map((host) => host.toLowerCase()));
  const origins = new Set(ports.origins ?? []);
  return async (context, next) => {
    const host = context.req.header('host') ?? new URL(context.req.url).host;
    if (!hosts.has(host.toLowerCase()) && !hosts.has(host.toLowerCase().replace(/:\d+$/, '')))
      throw new HttpError(403, 'Unknown Host header', 'Use the server\u2019s address, or add the name to its hosts');
    const origin = context.req.header('origin');
    if (origin !== undefined && !origins.has(origin))
      throw new HttpError(403, 'Origin not allowed', 'Add the origin to the server\u2019s origins');
    const [, token] = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
    const principal = token === undefined ? undefined : ports.principalOf(token);
    if (principal === undefined)
      throw new HttpError(401, 'Missing or invalid token', 'Send the header Authorization: Bearer TOKEN');
    context.set('guest', { ...principal, ports: ports.open(principal.tenant) });
    await next();
  };
}
