import { join } from 'node:path';
import type { CommandSandbox } from '../policy/place-command.ts';
import { findSandbox } from './find-sandbox.ts';
import type { SandboxParts } from './sandbox-parts.ts';

/** What confines commands here, for who only decides; undefined when it is off. */
export function toCommandSandbox({
  wish,
  hosts,
  platform,
  bowlineHome,
}: Pick<SandboxParts, 'wish' | 'hosts' | 'platform' | 'bowlineHome'>): CommandSandbox | undefined {
  if (wish === 'off') return undefined;
  return {
    isRequired: wish === 'required',
    hosts,
    // Nothing is run: no token is looked for.
    credentialsFor: async () => [],
    problem: async () => {
      const found = findSandbox({ platform, cache: join(bowlineHome, 'sandbox.json') });
      return found.ok ? undefined : found.problem;
    },
  };
}
