import type { SandboxProfile } from './vocabulary.ts';

/** How far a command is confined, in words for who is asked about it. */
export function describeProfile(profile: SandboxProfile): string {
  switch (profile) {
    case 'observe':
      return 'Runs in the sandbox: it can look at the workspace and change nothing.';
    case 'work':
      return 'Runs in the sandbox: it can change the workspace and reach no network.';
    case 'open':
      return 'Runs outside the sandbox, with all your rights.';
  }
}
