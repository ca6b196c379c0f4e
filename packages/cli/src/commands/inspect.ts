import { bowlineHomeOf, inspectModels, type ModelInspection } from '@bowline/assembly';
import type { CommandEnv } from '../command.ts';

/** What this machine is set up to ask. A settings file that is broken is an error, as it is for a prompt. */
export function inspect({ env, home }: CommandEnv, model?: string): ModelInspection {
  const inspection = inspectModels({ env, home, bowlineHome: bowlineHomeOf(env) }, model);
  const error = inspection.files.find((file) => file.error !== undefined)?.error;
  if (error !== undefined) throw error;
  return inspection;
}
