import { fail, type ToolOutcome } from '../define-tool.ts';
import type { BackgroundCommand, ToolHost } from '../tool-host.ts';

/** A command of the background by its number, or the failure to answer with. */
export async function findBackground(
  host: ToolHost,
  id: number | undefined,
): Promise<
  { readonly ok: true; readonly command: BackgroundCommand } | { readonly ok: false; readonly outcome: ToolOutcome }
> {
  const all = await host.commands.background();
  // A number may have been given away again, but only after its first owner had ended.
  const command = all.findLast(({ pid }) => pid === id);
  if (id !== undefined && command !== undefined) return { ok: true, command };
  const known = all.flatMap(({ pid }) => (pid === null ? [] : [pid])).slice(-10);
  const there = known.length === 0 ? 'There are none.' : `There are: ${known.join(', ')}.`;
  const text = id === undefined ? 'id is needed' : `There is no background process ${id}`;
  return { ok: false, outcome: fail('process_not_found', `${text}. ${there}`) };
}
