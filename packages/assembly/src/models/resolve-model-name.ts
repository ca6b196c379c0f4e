import { DEFAULT_MODEL } from '@bowline/models';
import type { ModelSettings } from '../settings/model-settings.ts';

/** The model that is asked when nobody names one, and who says so. */
export interface ModelChoice {
  readonly name: string;
  readonly source: 'environment' | 'settings' | 'default';
}

/** `$GEMINI_MODEL`, then the settings, then the default; what is empty says nothing. */
export function resolveModelName(
  env: Readonly<Record<string, string | undefined>>,
  { model }: Pick<ModelSettings, 'model'>,
): ModelChoice {
  const fromEnv = env['GEMINI_MODEL']?.trim() ?? '';
  if (fromEnv !== '') return { name: fromEnv, source: 'environment' };
  const fromFile = model?.name?.trim() ?? '';
  if (fromFile !== '') return { name: fromFile, source: 'settings' };
  return { name: DEFAULT_MODEL, source: 'default' };
}
