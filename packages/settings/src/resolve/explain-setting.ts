import { voicesOf, type Settings, type SettingSource } from './resolve-settings.ts';
import { settingOf, type SettingKey } from '../keys/setting-slices.ts';

/** Where the value of a setting comes from. */
export interface Explanation {
  readonly key: SettingKey;
  readonly description: string;
  readonly value: unknown;
  /** The sources of the value, lowest precedence first. Several for merged lists and maps, none if it is not set. */
  readonly from: readonly SettingSource[];
  /** Sources that were overridden, lowest precedence first. */
  readonly overrode: readonly SettingSource[];
}

/** Returns which sources determine a setting, and which are overridden. */
export function explainSetting({ values, layers }: Pick<Settings, 'values' | 'layers'>, key: SettingKey): Explanation {
  const { description, join = 'replace' } = settingOf(key);
  const voices = voicesOf(layers, key);
  const first = join === 'replace' ? Math.max(0, voices.length - 1) : 0;
  return {
    key,
    description,
    value: values[key],
    from: voices.slice(first).filter((voice, _, all) => all.length === 1 || !isEmptyDefault(voice)),
    overrode: voices.slice(0, first),
  };
}

/** The source with the highest precedence. Undefined if the setting is not set. */
export function deciderOf(settings: Pick<Settings, 'values' | 'layers'>, key: SettingKey): SettingSource | undefined {
  return explainSetting(settings, key).from.at(-1);
}

/** An empty default list contributes nothing to a merged list. */
function isEmptyDefault({ source, value }: SettingSource): boolean {
  return source === 'default' && Array.isArray(value) && value.length === 0;
}
