import type { MiddlewareHandler } from 'hono';
import { DoorError } from './door-error.ts';
import type { ServerPorts, TenantPorts } from './server-ports.ts';

/** What every route knows of the one who asks. */
export interface Guest {
  readonly tenant: string;
  /** Whose token it is; answers are recorded under this name. */
  readonly name: string;
  readonly ports: TenantPorts;
}

/** What the door writes down for the routes behind it. */
export interface DoorEnv {
  readonly Variables: { readonly guest: Guest };
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Lets in who comes under a name that is ours, from a page that may ask, with a token. */
export function createGuard(ports: ServerPorts): MiddlewareHandler<DoorEnv> {
  const hosts = new Set([...loopback, ...(ports.hosts ?? [])].map((host) => host.toLowerCase()));
  const origins = new Set(ports.origins ?? []);
  return async (context, next) => {
    const host = context.req.header('host') ?? new URL(context.req.url).host;
    if (!hosts.has(host.toLowerCase()) && !hosts.has(host.toLowerCase().replace(/:\d+$/, '')))
      throw new DoorError(403, 'the server is not called that', 'use its address, or add the name to its hosts');
    const origin = context.req.header('origin');
    if (origin !== undefined && !origins.has(origin))
      throw new DoorError(403, 'pages of that origin may not ask', 'add the origin to the server\u2019s origins');
    const [, token] = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
    const principal = token === undefined ? undefined : ports.principalOf(token);
    if (principal === undefined)
      throw new DoorError(401, 'a token is needed', 'send the header Authorization: Bearer TOKEN');
    context.set('guest', { ...principal, ports: ports.open(principal.tenant) });
    await next();
  };
}
