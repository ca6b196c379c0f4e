import { AgentError } from '@bowline/protocol';
import type { Settings } from './resolve-settings.ts';
import type { SettingsProblem } from './settings-layer.ts';

/** What is wrong, as a person reads it. */
export function toSettingsError({ file, line, message, hint }: SettingsProblem): AgentError {
  return new AgentError('SETTINGS_INVALID', `${file}${line === undefined ? '' : `:${line}`}: ${message}`, { hint });
}

/** Throws the first problem that concerns these settings; of a file that cannot be read at all, every time. */
export function requireSettings(
  { problems }: Pick<Settings, 'problems'>,
  concerns: (key: string) => boolean = () => true,
): void {
  const problem = problems.find(({ key }) => key === undefined || concerns(key));
  if (problem !== undefined) throw toSettingsError(problem);
}
