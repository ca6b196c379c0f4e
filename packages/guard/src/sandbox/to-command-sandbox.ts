import { join } from 'node:path';
import type { CommandSandbox } from '../policy/place-command.ts';
import { findSandbox } from './find-sandbox.ts';
import { noSandbox } from './no-sandbox.ts';
import type { SandboxParts } from './sandbox-parts.ts';

/** The sandbox of this machine for decisions only, without running commands. */
export function toCommandSandbox({
  wish,
  hosts,
  folders,
  platform,
  bowlineHome,
}: Pick<SandboxParts, 'wish' | 'hosts' | 'platform' | 'bowlineHome'> & {
  /** Directories besides the workspace that commands can change. */
  readonly folders: readonly string[];
}): CommandSandbox {
  if (wish === 'off') return noSandbox();
  return {
    isRequired: wish === 'required',
    hosts,
    folders: async () => folders,
    // Nothing runs, so no tokens are needed.
    credentialsFor: async () => [],
    problem: async () => {
      const found = findSandbox({ platform, cache: join(bowlineHome, 'sandbox.json') });
      return found.ok ? undefined : found.problem;
    },
  };
}
