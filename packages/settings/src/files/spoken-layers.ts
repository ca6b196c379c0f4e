import { parseSetting } from './parse-setting.ts';
import { settingKeys, settingOf, type SettingKey, type SettingValue } from '../keys/setting-slices.ts';
import type { SettingEntry, SettingsLayer, SettingsProblem } from './settings-layer.ts';

/** Settings from flags: each flag as typed, and its value. */
export type FlagValues = {
  readonly [Key in SettingKey]?: { readonly flag: string; readonly value: SettingValue<Key> } | undefined;
};

/** Settings from environment variables. Empty variables are ignored. */
export function toEnvironmentLayer(env: Readonly<Record<string, string | undefined>>): SettingsLayer {
  const entries = new Map<SettingKey, SettingEntry>();
  const problems: SettingsProblem[] = [];
  for (const key of settingKeys) {
    const name = settingOf(key).variables?.find((variable) => (env[variable]?.trim() ?? '') !== '');
    if (name === undefined) continue;
    const written = env[name]?.trim();
    const parsed = parseSetting(key, written, { isText: true });
    const source = `$${name}`;
    if (parsed.ok) entries.set(key, { value: parsed.value, written, source });
    else
      problems.push({
        file: source,
        key,
        message: `${[key, ...parsed.path.map(String)].join('.')} ${parsed.message}`,
        hint: `Set ${name} to another value`,
      });
  }
  return { level: 'environment', entries, unused: [], problems, notices: [] };
}

/** Settings from flags, which the command line has already validated. */
export function toFlagLayer(flags: FlagValues): SettingsLayer {
  const entries = Object.entries(flags).flatMap(([key, said]): [SettingKey, SettingEntry][] =>
    said === undefined ? [] : [[key as SettingKey, { value: said.value, written: said.value, source: said.flag }]],
  );
  return { level: 'flag', entries: new Map(entries), unused: [], problems: [], notices: [] };
}
