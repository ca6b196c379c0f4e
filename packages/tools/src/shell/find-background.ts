import { fail, type ToolOutcome } from '../define-tool.ts';
import type { BackgroundCommand, Workspace } from '@bowline/workspace';

/** A background command by process ID, or the failure to answer with. */
export async function findBackground(
  workspace: Workspace,
  id: number | undefined,
): Promise<
  { readonly ok: true; readonly command: BackgroundCommand } | { readonly ok: false; readonly outcome: ToolOutcome }
> {
  const all = await workspace.commands.background();
  // A PID may be reused, but only after its first owner ended.
  const command = all.findLast(({ pid }) => pid === id);
  if (id !== undefined && command !== undefined) return { ok: true, command };
  const known = all.flatMap(({ pid }) => (pid === null ? [] : [pid])).slice(-10);
  const there = known.length === 0 ? 'There are no background processes.' : `Known processes: ${known.join(', ')}.`;
  const text = id === undefined ? 'id is required' : `There is no background process ${id}`;
  return { ok: false, outcome: fail('process_not_found', `${text}. ${there}`) };
}
