import { joinValues } from './join-values.ts';
import { settingKeys, settingOf, type SettingKey, type SettingValues } from './setting-slices.ts';
import type { SettingEntry, SettingsLayer, SettingsLevel, SettingsProblem } from './settings-layer.ts';

/** What somebody says of a setting, and who. */
export interface SettingSource extends SettingEntry {
  readonly level: SettingsLevel;
}

/** All settings, and all that was said of them. */
export interface Settings {
  readonly values: SettingValues;
  /** The weakest first. */
  readonly layers: readonly SettingsLayer[];
  readonly problems: readonly SettingsProblem[];
}

/** Joins layers, the weakest first, over the defaults. Pure: reading is somebody else's. */
export function resolveSettings(layers: readonly SettingsLayer[]): Settings {
  const values = settingKeys.map((key) => [key, valueOf(key, voicesOf(layers, key))]);
  return {
    values: Object.freeze(Object.fromEntries(values)) as SettingValues,
    layers,
    problems: layers.flatMap(({ problems }) => problems),
  };
}

/** Everybody who says something of a setting, the weakest first. The default is the first of them, if there is one. */
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
