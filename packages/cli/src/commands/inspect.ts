import { bowlineHomeOf, inspectModels, isAboutModels, requireSettings, type ModelInspection } from '@bowline/assembly';
import type { CommandEnv } from '../command.ts';
import { readSettings } from './read-settings.ts';

/** What this machine is set up to ask, here. A broken setting of models is an error, as it is for a prompt. */
export function inspect(env: CommandEnv, model?: string): ModelInspection {
  const settings = readSettings(
    env,
    model === undefined ? {} : { flags: { 'model.name': { flag: '-m', value: model } } },
  );
  requireSettings(settings, isAboutModels);
  return inspectModels(settings, { env: env.env, bowlineHome: bowlineHomeOf(env.env) });
}
