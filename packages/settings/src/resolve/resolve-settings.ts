import { joinValues } from './join-values.ts';
import { settingKeys, settingOf, type SettingKey, type SettingValues } from '../keys/setting-slices.ts';
import type { SettingEntry, SettingsLayer, SettingsLevel, SettingsProblem } from '../files/settings-layer.ts';

/** A value of a setting, and where it comes from. */
export interface SettingSource extends SettingEntry {
  readonly level: SettingsLevel;
}

/** All settings, and the layers they come from. */
export interface Settings {
  readonly values: SettingValues;
  /** Lowest precedence first. */
  readonly layers: readonly SettingsLayer[];
  readonly problems: readonly SettingsProblem[];
}

/** Merges layers over the defaults, lowest precedence first. Reads no files. */
export function resolveSettings(layers: readonly SettingsLayer[]): Settings {
  const values = settingKeys.map((key) => [key, valueOf(key, voicesOf(layers, key))]);
  return {
    values: Object.freeze(Object.fromEntries(values)) as SettingValues,
    layers,
    problems: layers.flatMap(({ problems }) => problems),
  };
}

/** All values of a setting, lowest precedence first, starting with the default if there is one. */
export function voicesOf(layers: readonly SettingsLayer[], key: SettingKey): readonly SettingSource[] {
  const { default: usual } = settingOf(key);
  const voices = layers.flatMap(({ level, entries }) => {
    const entry = entries.get(key);
    return entry === undefined ? [] : [{ ...entry, level }];
  });
  return usual === undefined
    ? voices
    : [{ level: 'default', value: usual, written: usual, source: 'default' }, ...voices];
}

function valueOf(key: SettingKey, voices: readonly SettingSource[]): unknown {
  const { join } = settingOf(key);
  return voices.reduce<unknown>((value, voice) => joinValues(value, voice.value, join), undefined);
}
