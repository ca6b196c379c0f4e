import { createSafetyChecks } from '../../packages/guard/src/safety/create-safety-checks.ts';
import {
  applyFindings,
  compilePolicies,
  createDefaultPolicy,
  decide,
  type ShellReader,
} from '../../packages/policy/src/index.ts';
import { openLocalWorkspace } from '../../packages/workspace/src/index.ts';
import { join } from 'node:path';
import type { Scratch } from '../shell-lines/open-scratch.ts';

/** Whether the product would run a line without asking, in default mode and without any rule of the user. */
export type Approval = (line: string) => Promise<boolean>;

/** Decides as the product does: the built-in rules on the parsed line, then the safety checks on its files. */
export function createApproval(reader: ShellReader, { workspace: root, home, root: scratch }: Scratch): Approval {
  const set = compilePolicies([createDefaultPolicy()], { isTrusted: true });
  const folders = { root, directories: [], stateFolder: join(scratch, 'tmp') };
  const workspace = openLocalWorkspace({ ...folders, supervisorEntry: '', execPath: '', execArgv: [], env: {} });
  const check = createSafetyChecks({ workspace, root, directories: [], home, freeBytes: async () => 1e12 });
  return async (command) => {
    const shell = reader.read(command);
    const call = { tool: 'run_shell_command', args: { command }, effect: 'execute', shell } as const;
    const { verdict } = decide(set, call, { mode: 'default', isInteractive: true });
    if (verdict !== 'allow') return false;
    const findings = await check({ name: call.tool, args: call.args, effect: 'execute' }, shell).catch(() => null);
    return findings !== null && applyFindings(verdict, findings, 'default').verdict === 'allow';
  };
}
