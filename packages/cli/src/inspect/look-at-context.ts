import { resolve } from 'node:path';
import { inspectContext } from '@bowline/assembly';
import { setUpModels } from '@bowline/providers';
import { toModelWish } from '@bowline/models';
import type { ApprovalMode } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import type { ShownContext } from './describe-context.ts';
import { inspect } from '../models/inspect.ts';
import { readSettings } from '../session/read-settings.ts';

/** The options of a session to inspect; all have defaults. */
export interface ContextWish {
  readonly mode?: ApprovalMode | undefined;
  readonly model?: string | undefined;
  readonly directories?: readonly string[] | undefined;
  readonly isTrusted?: boolean | undefined;
}

/** The context of a new session in this folder. */
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
    // `auto` may choose another model of the family; show the strongest.
    model: wish.kind === 'auto' ? wish.family.pro : wish.model,
  };
  return { asked, found: await inspectContext(asked, env.machine), home: env.home };
}
