import { findStartWarnings, type OpenedSettings } from '@bowline/settings';
import { AgentError } from '@bowline/protocol';
import type { CommandEnv, PromptArguments } from '../command.ts';
import { settingsTexts } from '../texts/settings-texts.ts';
import { readSettings } from './read-settings.ts';
import { toPlainPath } from '../print/to-plain-path.ts';

/** The settings of a session. */
export interface SessionSettings {
  /** The settings of the working directory. */
  readonly here: OpenedSettings;
  /** The settings of a session's workspace, which differs if it is resumed from elsewhere. */
  readonly of: (workspace: string) => OpenedSettings;
  /** What Bowline ignores in the settings read so far, without repetition. */
  readonly warnings: () => readonly string[];
}

/** Reads settings for a session. With `--strict-settings`, ignored settings are an error. */
export function openSessionSettings(
  { isTrusted, isStrict, model }: Pick<PromptArguments, 'isTrusted' | 'isStrict' | 'model'>,
  env: CommandEnv,
): SessionSettings {
  const warnings = new Set<string>();
  const check = (settings: OpenedSettings): OpenedSettings => {
    const { lines, severe } = findStartWarnings(settings, env.home);
    if (isStrict && severe.length > 0)
      throw new AgentError('SETTINGS_INVALID', severe.map((text) => toPlainPath(text, env.home)).join('\n'), {
        hint: settingsTexts.strict,
      });
    for (const text of lines) warnings.add(toPlainPath(text, env.home));
    return settings;
  };
  const flags = model === undefined ? {} : { 'model.name': { flag: '-m', value: model } };
  const here = check(readSettings(env, { isTrusted, flags }));
  return {
    here,
    of: (workspace) => (workspace === env.cwd ? here : check(readSettings(env, { workspace, isTrusted }))),
    warnings: () => [...warnings],
  };
}
