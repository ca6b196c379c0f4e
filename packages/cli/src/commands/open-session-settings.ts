import { findStartWarnings, type OpenedSettings } from '@bowline/assembly';
import { AgentError } from '@bowline/protocol';
import type { CommandEnv, PromptArguments } from '../command.ts';
import { readSettings } from './read-settings.ts';
import { toPlainPath } from './to-plain-path.ts';

/** The settings that a session goes by. */
export interface SessionSettings {
  /** Those of the folder that the command runs in. */
  readonly here: OpenedSettings;
  /** Those of the folder that a session works in, which is another one when it is resumed from elsewhere. */
  readonly of: (workspace: string) => OpenedSettings;
  /** What of all that was read is not honored, each line once. */
  readonly warnings: () => readonly string[];
}

/** Reads settings for a session. With `--strict-settings` those that are not honored are an error. */
export function openSessionSettings(
  { isTrusted, isStrict, model }: Pick<PromptArguments, 'isTrusted' | 'isStrict' | 'model'>,
  env: CommandEnv,
): SessionSettings {
  const warnings = new Set<string>();
  const check = (settings: OpenedSettings): OpenedSettings => {
    const found = findStartWarnings(settings, env.home).map(({ text, isSevere }) => ({
      text: toPlainPath(text, env.home),
      isSevere,
    }));
    const severe = found.filter(({ isSevere }) => isSevere).map(({ text }) => text);
    if (isStrict && severe.length > 0)
      throw new AgentError('SETTINGS_INVALID', severe.join('\n'), {
        hint: 'correct or remove them, or leave out --strict-settings',
      });
    for (const { text } of found) warnings.add(text);
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
