import { showPath } from './terminal/show-path.ts';
import type { CredentialUse, SandboxProfile } from './vocabulary.ts';

/** Where a command would run, as a question has it. */
export interface DescribedPlace {
  readonly profile?: SandboxProfile | undefined;
  readonly hosts?: readonly string[] | undefined;
  readonly credentials?: readonly CredentialUse[] | undefined;
  /** Folders besides the workspace that it can change. */
  readonly folders?: readonly string[] | undefined;
  /** Why nothing confines it. */
  readonly noSandbox?: string | undefined;
}

/** How far a command is confined, what it can change and reach, and as who; undefined of what is no command. */
export function describeProfile(place: DescribedPlace): string | undefined {
  const { profile, hosts = [], credentials = [], folders = [], noSandbox } = place;
  switch (profile) {
    case undefined:
      return noSandbox === undefined
        ? undefined
        : `Runs without a sandbox, with all your rights: ${noSandbox.replace(/\.$/, '')}.`;
    case 'observe':
      return 'Runs in the sandbox: it can look at the workspace and change nothing.';
    case 'work': {
      const reached = [...new Set([...hosts, ...credentials.map(({ host }) => host)])];
      const changed = list(['the workspace', ...folders.map((folder) => showPath(folder))]);
      const network = `reach ${listHosts(reached)}${listCredentials(credentials, reached)}`;
      return `Runs in the sandbox: it can change ${changed}${folders.length > 0 ? ',' : ''} and ${network}.`;
    }
    case 'open':
      return 'Runs outside the sandbox, with all your rights: it can read your keys and ignored files.';
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
