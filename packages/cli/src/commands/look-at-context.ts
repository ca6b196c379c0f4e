import { resolve } from 'node:path';
import { inspectContext, setUpModels } from '@bowline/assembly';
import { toModelWish } from '@bowline/models';
import type { ApprovalMode } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import type { ShownContext } from './describe-context.ts';
import { inspect } from './inspect.ts';
import { readSettings } from './read-settings.ts';

/** The session that is wondered about; the usual one here where nothing is said. */
export interface ContextWish {
  readonly mode?: ApprovalMode | undefined;
  readonly model?: string | undefined;
  readonly directories?: readonly string[] | undefined;
  readonly isTrusted?: boolean | undefined;
}

/** What a session in this folder would send before anybody says anything. */
export async function lookAtContext(
  { mode = 'default', model, directories = [], isTrusted = false }: ContextWish,
  env: CommandEnv,
): Promise<ShownContext> {
  const wish = toModelWish(inspect(env, model).asked.name);
  const settings = readSettings(env, { isTrusted });
  const asked = {
    workspace: env.cwd,
    directories: directories.map((path) => resolve(env.cwd, path)),
    settings,
    webSearch: setUpModels({ ...env, bowlineHome: env.machine.bowlineHome, settings }).webSearch,
    mode,
    // What is routed may go to another of the family; it is shown for the strongest.
    model: wish.kind === 'auto' ? wish.family.pro : wish.model,
  };
  return { asked, found: await inspectContext(asked, env.machine), home: env.home };
}
