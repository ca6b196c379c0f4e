import type { CredentialUse, SandboxProfile } from './vocabulary.ts';

/** How far a command is confined, what it reaches and as who, in words for who is asked about it. */
export function describeProfile(
  profile: SandboxProfile,
  hosts: readonly string[] = [],
  credentials: readonly CredentialUse[] = [],
): string {
  const reached = [...new Set([...hosts, ...credentials.map(({ host }) => host)])];
  switch (profile) {
    case 'observe':
      return 'Runs in the sandbox: it can look at the workspace and change nothing.';
    case 'work':
      return `Runs in the sandbox: it can change the workspace and reach ${listHosts(reached)}${listCredentials(credentials, reached)}.`;
    case 'open':
      return 'Runs outside the sandbox, with all your rights.';
  }
}

function listHosts(hosts: readonly string[]): string {
  if (hosts.length === 0) return 'no network';
  return `${list(hosts)} only`;
}

/** Where there is one host, it need not be said which of them a token is for. */
function listCredentials(credentials: readonly CredentialUse[], hosts: readonly string[]): string {
  if (credentials.length === 0) return '';
  const named = credentials.map(({ host, variable }) => (hosts.length === 1 ? variable : `${variable} for ${host}`));
  return `, with your ${list(named)}`;
}

function list(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')}${words.length > 1 ? ' and ' : ''}${words.at(-1) ?? ''}`;
}
