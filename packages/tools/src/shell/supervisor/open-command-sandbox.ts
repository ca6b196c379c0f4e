import { CommandNetworks, createLinuxSandbox, Placeholders, procsOf, type Sandbox } from '@bowline/workspace';
import type { SupervisorSettings } from '../supervisor-messages.ts';

/** What a supervisor confines commands with. */
export interface CommandSandbox {
  readonly sandbox: Sandbox;
  readonly networks: CommandNetworks;
  /** Files by which a command that is not confined leaves the bounds of those that are. */
  readonly unbounded: readonly string[];
}

/** The sandbox that this supervisor puts commands into; undefined when it was not told of one. */
export function openCommandSandbox(
  { sandbox, stateFolder }: SupervisorSettings,
  { pid, architecture, execPath }: { readonly pid: number; readonly architecture: string; readonly execPath: string },
): CommandSandbox | undefined {
  if (sandbox === null || (architecture !== 'x64' && architecture !== 'arm64')) return undefined;
  const { bubblewrap, journal, group } = sandbox;
  return {
    unbounded: (group?.places ?? []).map(({ origin }) => procsOf(origin)),
    networks: new CommandNetworks({ bubblewrap, execPath, pid }),
    sandbox: createLinuxSandbox({
      bubblewrap,
      architecture,
      placeholders: new Placeholders(journal, pid),
      scratch: stateFolder,
    }),
  };
}
