import { bowlineHomeOf, openSettings, type OpenedSettings, type SettingsInputs } from '@bowline/settings';
import type { CommandEnv } from '../command.ts';

/** The settings of the working directory, or of another folder. */
export function readSettings(
  { env, home, cwd, machine }: CommandEnv,
  more: Pick<SettingsInputs, 'workspace' | 'isTrusted' | 'flags'> = {},
): OpenedSettings {
  const { platform } = machine;
  const isTrusted = more.isTrusted === true || env['GEMINI_CLI_TRUST_WORKSPACE'] === 'true';
  return openSettings({ env, home, bowlineHome: bowlineHomeOf(env), platform, workspace: cwd, ...more, isTrusted });
}
