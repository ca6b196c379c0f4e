import { CommandNetworks } from '../sandbox/linux/command-networks.ts';
import { createGroupBounds, LimitGroup } from '../sandbox/linux/limit-group.ts';
import { createLinuxSandbox } from '../sandbox/linux/create-linux-sandbox.ts';
import { openLedger } from '../sandbox/linux/open-ledger.ts';
import { Placeholders } from '../sandbox/linux/placeholders.ts';
import { type Sandbox } from '../sandbox/sandbox.ts';
import type { SupervisorSettings } from '../processes/supervisor-messages.ts';

/** What a supervisor confines commands with. */
export interface CommandSandbox {
  readonly sandbox: Sandbox;
  readonly networks: CommandNetworks;
  /** Limits all sandboxed commands together. Undefined: no common limit. */
  readonly group: LimitGroup | undefined;
}

/** What a supervisor knows about itself and its machine. */
interface SupervisorProcess {
  readonly pid: number;
  readonly uid: number;
  readonly architecture: string;
  readonly execPath: string;
  /** The memory available to all processes. */
  readonly totalBytes: number;
}

/** The sandbox for this supervisor's commands. Undefined: none was configured. */
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
