import type { CredentialUse } from '@bowline/protocol';
import { decideHost, parseCredentialHost, TOKEN_PATTERN, type Credential } from '@bowline/workspace';
import { isAbsolute } from 'node:path';

/** Tokens by their variables; what is not set is left out. Hosts are verified with what the person has Node trust besides. */
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

/** Those of hosts that a command may reach, without their tokens. */
export function findCredentialUses(credentials: readonly Credential[], hosts: readonly string[]): CredentialUse[] {
  return credentials
    .filter(({ host }) => {
      const at = parseCredentialHost(host);
      return decideHost(at.host, at.port, hosts).ok;
    })
    .map(({ host, variable }) => ({ host, variable }));
}

/** A session whose tokens for the sandbox are in no environment of a process, with what must be left out of what is shown. */
export function holdTokens<
  Wishes extends { readonly sandboxCredentials?: readonly Credential[] | undefined },
  HostEnvironment extends { readonly environment: Readonly<Record<string, string>> },
>({
  wishes,
  machine,
}: {
  readonly wishes: Wishes;
  readonly machine: HostEnvironment;
}): {
  readonly wishes: Wishes;
  readonly machine: HostEnvironment;
  readonly held: { readonly tokens: readonly string[]; readonly warnings: readonly string[] };
} {
  const { sandboxCredentials: all = [] } = wishes;
  if (all.length === 0) return { wishes, machine, held: { tokens: [], warnings: [] } };
  const usable = all.filter(({ token }) => TOKEN_PATTERN.test(token));
  const others = new Set(all.filter((each) => !usable.includes(each)).map(({ variable }) => variable));
  const describe = (variable: string): string =>
    `${variable} is not used in the sandbox: it does not look like a token (security.sandboxCredentials)`;
  return {
    wishes: { ...wishes, sandboxCredentials: usable },
    machine: { ...machine, environment: withoutTokens(machine.environment, all) },
    held: { tokens: all.map(({ token }) => token), warnings: [...others].map(describe) },
  };
}

/** Under whatever name they are there. */
function withoutTokens(
  environment: Readonly<Record<string, string>>,
  credentials: readonly Credential[],
): Readonly<Record<string, string>> {
  const isFree = ([name, value]: readonly [string, string]): boolean =>
    credentials.every(({ variable, token }) => name !== variable && !value.includes(token));
  return Object.fromEntries(Object.entries(environment).filter(isFree));
}
