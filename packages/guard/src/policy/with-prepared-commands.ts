import type { Decide } from '@bowline/runtime';
import { runShellCommand } from '@bowline/tools';
import { type LocalWorkspace } from '@bowline/workspace';

/**
 * Deciding that has the machine ready for a command by the time it is allowed: what runs commands starts while the command is
 * read, or while a person is asked. A turn without commands never pays for it, and in a folder that is not trusted nothing is
 * started before it is allowed.
 */
export function withPreparedCommands(
  decide: Decide,
  { prepareCommands }: Pick<LocalWorkspace, 'prepareCommands'>,
  { isTrusted }: { readonly isTrusted: boolean },
): Decide {
  return async (call, context) => {
    if (isTrusted && call.name === runShellCommand.name && call.executor === 'local') prepareCommands();
    return await decide(call, context);
  };
}
