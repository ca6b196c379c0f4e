import type { SandboxProfile } from './vocabulary.ts';

/** How far a command is confined and what it reaches, in words for who is asked about it. */
export function describeProfile(profile: SandboxProfile, hosts: readonly string[] = []): string {
  switch (profile) {
    case 'observe':
      return 'Runs in the sandbox: it can look at the workspace and change nothing.';
    case 'work':
      return `Runs in the sandbox: it can change the workspace and reach ${listHosts(hosts)}.`;
    case 'open':
      return 'Runs outside the sandbox, with all your rights.';
  }
}

function listHosts(hosts: readonly string[]): string {
  if (hosts.length === 0) return 'no network';
  return `${hosts.slice(0, -1).join(', ')}${hosts.length > 1 ? ' and ' : ''}${hosts.at(-1) ?? ''} only`;
}
