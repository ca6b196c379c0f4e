import { contextSettings } from '@bowline/context/settings';
import { modelSettings } from '@bowline/models/settings';
import { policySettings } from '@bowline/policy/settings';
import { turnSettings } from '@bowline/runtime/settings';
import { toolSettings } from '@bowline/tools/settings';
import type * as z from 'zod';
import type { Setting } from './setting.ts';
import { surfaceSettings } from './surface-settings.ts';
import { webSettings } from './web-settings.ts';

/** Every key that has an effect. Each package defines its own; they are combined only here. */
export const settingSlices = {
  ...modelSettings,
  ...turnSettings,
  ...contextSettings,
  ...toolSettings,
  ...webSettings,
  ...policySettings,
  ...surfaceSettings,
} satisfies Readonly<Record<string, Setting>>;

type Slices = typeof settingSlices;

/** The name of a setting: its path in the file, separated by dots. */
export type SettingKey = keyof Slices;

/** The parsed value of a setting. */
export type SettingValue<Key extends SettingKey> = z.infer<ReturnType<Slices[Key]['schema']>>;

/** Every setting by key. One without a default is undefined until it is set. */
export type SettingValues = {
  readonly [Key in SettingKey]: Slices[Key] extends { readonly default: unknown }
    ? SettingValue<Key>
    : SettingValue<Key> | undefined;
};

export const settingKeys: readonly SettingKey[] = Object.keys(settingSlices) as SettingKey[];

/** The definition of a setting. */
export function settingOf(key: SettingKey): Setting {
  return settingSlices[key];
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingSlices, key);
}
