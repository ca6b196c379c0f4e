import { createLinuxSandbox, Placeholders, type Sandbox } from '@bowline/workspace';
import type { SupervisorSettings } from '../supervisor-messages.ts';

/** The sandbox that this supervisor puts commands into; undefined when it was not told of one. */
export function openCommandSandbox(
  { sandbox, stateFolder }: SupervisorSettings,
  { pid, architecture }: { readonly pid: number; readonly architecture: string },
): Sandbox | undefined {
  if (sandbox === null || (architecture !== 'x64' && architecture !== 'arm64')) return undefined;
  const { bubblewrap, journal } = sandbox;
  return createLinuxSandbox({
    bubblewrap,
    architecture,
    placeholders: new Placeholders(journal, pid),
    scratch: stateFolder,
  });
}
