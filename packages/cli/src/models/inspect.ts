import { bowlineHomeOf, isAboutModels, requireSettings } from '@bowline/settings';
import { inspectModels, type ModelInspection } from '@bowline/providers';
import type { CommandEnv } from '../command.ts';
import { readSettings } from '../session/read-settings.ts';

/** The model settings of this folder. Throws if one of them is invalid, as a prompt would. */
export function inspect(env: CommandEnv, model?: string): ModelInspection {
  const settings = readSettings(
    env,
    model === undefined ? {} : { flags: { 'model.name': { flag: '-m', value: model } } },
  );
  requireSettings(settings, isAboutModels);
  return inspectModels(settings, { env: env.env, bowlineHome: bowlineHomeOf(env.env) });
}
