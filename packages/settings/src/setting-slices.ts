import { contextSettings } from '@bowline/context/settings';
import { modelSettings } from '@bowline/models/settings';
import { policySettings } from '@bowline/policy/settings';
import { turnSettings } from '@bowline/runtime/settings';
import { toolSettings } from '@bowline/tools/settings';
import type * as z from 'zod';
import type { Setting } from './setting.ts';
import { surfaceSettings } from './surface-settings.ts';
import { webSettings } from './web-settings.ts';

/** Every key that has an effect. Each package owns its slice; only here they are seen together. */
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

/** The name of a setting: its way through the file, with dots between. */
export type SettingKey = keyof Slices;

/** What a setting is, once it is read. */
export type SettingValue<Key extends SettingKey> = z.infer<ReturnType<Slices[Key]['schema']>>;

/** Every setting by its key. What has no default is undefined until somebody says something. */
export type SettingValues = {
  readonly [Key in SettingKey]: Slices[Key] extends { readonly default: unknown }
    ? SettingValue<Key>
    : SettingValue<Key> | undefined;
};

export const settingKeys: readonly SettingKey[] = Object.keys(settingSlices) as SettingKey[];

/** What is known of a setting. */
export function settingOf(key: SettingKey): Setting {
  return settingSlices[key];
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingSlices, key);
}
