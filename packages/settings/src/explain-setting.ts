import { voicesOf, type Settings, type SettingSource } from './resolve-settings.ts';
import { settingOf, type SettingKey } from './setting-slices.ts';

/** Why a setting is what it is. */
export interface Explanation {
  readonly key: SettingKey;
  readonly description: string;
  readonly value: unknown;
  /** Who it comes from, the weakest first: one, or of lists and maps all whose parts are in it. Nobody, if nobody spoke. */
  readonly from: readonly SettingSource[];
  /** Who spoke in vain, the weakest first. */
  readonly overrode: readonly SettingSource[];
}

/** Says who decides a setting, and who was overruled. */
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

/** The strongest of those who decide a setting; undefined when nobody says anything. */
export function deciderOf(settings: Pick<Settings, 'values' | 'layers'>, key: SettingKey): SettingSource | undefined {
  return explainSetting(settings, key).from.at(-1);
}

/** A list that begins empty has no part in what others put into it. */
function isEmptyDefault({ source, value }: SettingSource): boolean {
  return source === 'default' && Array.isArray(value) && value.length === 0;
}
