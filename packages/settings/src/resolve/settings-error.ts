import { AgentError } from '@bowline/protocol';
import type { Settings } from './resolve-settings.ts';
import type { SettingsProblem } from '../files/settings-layer.ts';

/** Converts a problem into an error for the user. */
export function toSettingsError({ file, line, message, hint }: SettingsProblem): AgentError {
  return new AgentError('SETTINGS_INVALID', `${file}${line === undefined ? '' : `:${line}`}: ${message}`, { hint });
}

/** Throws the first problem that affects these settings. An unreadable file affects all. */
export function requireSettings(
  { problems }: Pick<Settings, 'problems'>,
  concerns: (key: string) => boolean = () => true,
): void {
  const problem = problems.find(({ key }) => key === undefined || concerns(key));
  if (problem !== undefined) throw toSettingsError(problem);
}
