import { showPath } from './terminal/show-path.ts';
import type { CredentialUse, SandboxProfile } from './vocabulary.ts';

/** Where a command would run. */
export interface DescribedPlace {
  readonly profile?: SandboxProfile | undefined;
  readonly hosts?: readonly string[] | undefined;
  readonly credentials?: readonly CredentialUse[] | undefined;
  /** Additional folders that it can change. */
  readonly folders?: readonly string[] | undefined;
  /** It runs in a copy of the workspace. */
  readonly isAside?: boolean | undefined;
  /** Why there is no sandbox. */
  readonly noSandbox?: string | undefined;
}

/** Describes what a command can change and reach. Undefined for calls that are not commands, unless they run in a copy. */
export function describeProfile(place: DescribedPlace): string | undefined {
  const { profile, hosts = [], credentials = [], folders = [], noSandbox } = place;
  if (place.isAside === true)
    return 'Runs in a copy of the workspace, without network: you decide about what it changes at the end of the turn.';
  switch (profile) {
    case undefined:
      return noSandbox === undefined
        ? undefined
        : `Runs without a sandbox, with all your rights: ${noSandbox.replace(/\.$/, '')}.`;
    case 'observe':
      return 'Runs in the sandbox: it can read the workspace, but change nothing.';
    case 'work': {
      const reached = [...new Set([...hosts, ...credentials.map(({ host }) => host)])];
      const changed = list(['the workspace', ...folders.map((folder) => showPath(folder))]);
      const network =
        reached.length === 0
          ? ', but not use the network'
          : `${folders.length > 0 ? ',' : ''} and reach ${list(reached)} only${listCredentials(credentials, reached)}`;
      return `Runs in the sandbox: it can change ${changed}${network}.`;
    }
    case 'open':
      return 'Runs outside the sandbox, with all your rights: it can read your keys and ignored files.';
  }
}

/** With a single host, it is clear which host a token is for. */
function listCredentials(credentials: readonly CredentialUse[], hosts: readonly string[]): string {
  if (credentials.length === 0) return '';
  const named = credentials.map(({ host, variable }) => (hosts.length === 1 ? variable : `${variable} for ${host}`));
  return `, with your ${list(named)}`;
}

function list(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')}${words.length > 1 ? ' and ' : ''}${words.at(-1) ?? ''}`;
}
