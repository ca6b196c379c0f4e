import { bowlineHomeOf, openSettings, type OpenedSettings, type SettingsSurroundings } from '@bowline/assembly';
import type { CommandEnv } from '../command.ts';

/** The settings of the folder that a command is run in, or of another one. */
export function readSettings(
  { env, home, cwd, machine }: CommandEnv,
  more: Pick<SettingsSurroundings, 'workspace' | 'isTrusted' | 'flags'> = {},
): OpenedSettings {
  const { platform } = machine;
  const isTrusted = more.isTrusted === true || env['GEMINI_CLI_TRUST_WORKSPACE'] === 'true';
  return openSettings({ env, home, bowlineHome: bowlineHomeOf(env), platform, workspace: cwd, ...more, isTrusted });
}
