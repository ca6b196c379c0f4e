import type { CredentialUse } from '@bowline/protocol';
import { decideHost, parseCredentialHost, TOKEN_PATTERN, type Credential } from '@bowline/workspace';
import { isAbsolute } from 'node:path';

/**
 * Reads tokens from their variables, and skips those that are not set. Hosts are also verified with the certificates in
 * the user's `NODE_EXTRA_CA_CERTS`.
 */
export function resolveCredentials(
  uses: readonly CredentialUse[],
  env: Readonly<Record<string, string | undefined>>,
): readonly Credential[] {
  const { NODE_EXTRA_CA_CERTS: file = '' } = env;
  const authorities = isAbsolute(file) ? file : undefined;
  return uses.flatMap(({ host, variable }) => {
    const token = env[variable]?.trim() ?? '';
    return token === '' ? [] : [{ host, variable, token, authorities }];
  });
}

/** The credentials for hosts that a command may reach, without their tokens. */
export function findCredentialUses(credentials: readonly Credential[], hosts: readonly string[]): CredentialUse[] {
  return credentials
    .filter(({ host }) => {
      const at = parseCredentialHost(host);
      return decideHost(at.host, at.port, hosts).ok;
    })
    .map(({ host, variable }) => ({ host, variable }));
}

/**
 * Removes the sandbox tokens from the environment of all processes. Also returns the tokens, which must be redacted in
 * everything that is shown.
 */
export function holdTokens<
  Options extends { readonly sandbox?: { readonly credentials?: readonly Credential[] | undefined } | undefined },
  HostEnvironment extends { readonly environment: Readonly<Record<string, string>> },
>({
  options,
  machine,
}: {
  readonly options: Options;
  readonly machine: HostEnvironment;
}): {
  readonly options: Options;
  readonly machine: HostEnvironment;
  readonly held: { readonly tokens: readonly string[]; readonly warnings: readonly string[] };
} {
  const all = options.sandbox?.credentials ?? [];
  if (all.length === 0) return { options, machine, held: { tokens: [], warnings: [] } };
  const usable = all.filter(({ token }) => TOKEN_PATTERN.test(token));
  const others = new Set(all.filter((each) => !usable.includes(each)).map(({ variable }) => variable));
  const describe = (variable: string): string =>
    `${variable} is not used in the sandbox: it does not look like a token (security.sandboxCredentials)`;
  return {
    options: { ...options, sandbox: { ...options.sandbox, credentials: usable } },
    machine: { ...machine, environment: withoutTokens(machine.environment, all) },
    held: { tokens: all.map(({ token }) => token), warnings: [...others].map(describe) },
  };
}

/** Removes tokens under any variable name. */
function withoutTokens(
  environment: Readonly<Record<string, string>>,
  credentials: readonly Credential[],
): Readonly<Record<string, string>> {
  const isFree = ([name, value]: readonly [string, string]): boolean =>
    credentials.every(({ variable, token }) => name !== variable && !value.includes(token));
  return Object.fromEntries(Object.entries(environment).filter(isFree));
}
