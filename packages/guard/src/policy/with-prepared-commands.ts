import type { Decide } from '@bowline/runtime';
import { runShellCommand } from '@bowline/tools';
import type { Workspace } from '@bowline/workspace';

/**
 * Makes the machine ready for a command by the time it is allowed: the process that runs commands starts while the
 * command is parsed, or while approval is pending. A turn without commands never pays for it, and in an untrusted
 * folder nothing starts before it is allowed.
 */
export function withPreparedCommands(
  decide: Decide,
  { commands }: Pick<Workspace, 'commands'>,
  { isTrusted }: { readonly isTrusted: boolean },
): Decide {
  return async (call, context) => {
    if (isTrusted && call.name === runShellCommand.name && call.executor === 'local') commands.prepare?.();
    return await decide(call, context);
  };
}
