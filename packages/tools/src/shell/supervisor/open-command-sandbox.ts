import {
  CommandNetworks,
  createGroupBounds,
  createLinuxSandbox,
  LimitGroup,
  openLedger,
  Placeholders,
  type Sandbox,
} from '@bowline/workspace';
import type { SupervisorSettings } from '../supervisor-messages.ts';

/** What a supervisor confines commands with. */
export interface CommandSandbox {
  readonly sandbox: Sandbox;
  readonly networks: CommandNetworks;
  /** Bounds all that are confined; undefined when they are not to be bounded together. */
  readonly group: LimitGroup | undefined;
}

/** What a supervisor knows of itself and its machine. */
interface SupervisorProcess {
  readonly pid: number;
  readonly uid: number;
  readonly architecture: string;
  readonly execPath: string;
  /** The memory that there is for all processes. */
  readonly totalBytes: number;
}

/** The sandbox that this supervisor puts commands into; undefined when it was not told of one. */
export function openCommandSandbox(
  { sandbox, stateFolder }: SupervisorSettings,
  { pid, uid, architecture, execPath, totalBytes }: SupervisorProcess,
): CommandSandbox | undefined {
  if (sandbox === null || (architecture !== 'x64' && architecture !== 'arm64')) return undefined;
  const { bubblewrap, journal, group } = sandbox;
  return {
    group: group === undefined ? undefined : new LimitGroup({ ...createGroupBounds(totalBytes), ...group }, pid),
    networks: new CommandNetworks({ bubblewrap, execPath, pid }),
    sandbox: createLinuxSandbox({
      bubblewrap,
      architecture,
      placeholders: new Placeholders(journal, pid, openLedger(uid)),
      scratch: stateFolder,
    }),
  };
}
