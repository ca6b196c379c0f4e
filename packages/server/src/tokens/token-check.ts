import { createHash, timingSafeEqual } from 'node:crypto';

/** A token and its tenant. */
export interface TenantToken {
  readonly tenant: string;
  readonly token: string;
  /** The user or program that holds it. Default: the tenant. */
  readonly name?: string | undefined;
}

/** The tenant and name behind a token. */
export interface Principal {
  readonly tenant: string;
  readonly name: string;
}

/** Returns the owner of a token. The time it takes does not reveal how much of the token is correct. */
export function createTokenCheck(tokens: readonly TenantToken[]): (token: string) => Principal | undefined {
  const known = tokens
    .filter(({ token }) => token !== '')
    .map(({ tenant, token, name = tenant }) => ({ principal: { tenant, name }, digest: digest(token) }));
  return (token) => {
    const asked = digest(token);
    let found: Principal | undefined;
    for (const { principal, digest: own } of known) if (timingSafeEqual(own, asked)) found ??= principal;
    return found;
  };
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
