import { createHash, timingSafeEqual } from 'node:crypto';

/** A token, and the tenant whose it is. */
export interface TenantToken {
  readonly tenant: string;
  readonly token: string;
  /** The person or program that has it; the tenant's name by default. */
  readonly name?: string | undefined;
}

/** Who a token stands for. */
export interface Principal {
  readonly tenant: string;
  readonly name: string;
}

/** Tells whose a token is. How long that takes says nothing about how much of it was right. */
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
