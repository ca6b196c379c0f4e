export { applySettings } from './apply-settings.ts';
export { bowlineHomeOf, userNameOf } from './bowline-home.ts';
export { commandEnvironment } from './command-environment.ts';
export { isAboutModels, isAboutPolicy } from './concerns.ts';
export { deciderOf, explainSetting, type Explanation } from './explain-setting.ts';
export { findStartWarnings } from './find-start-warnings.ts';
export { findUnknownKeys } from './find-unused.ts';
export { listIgnoredSettings } from './list-ignored-settings.ts';
export { type OpenedSettings, openPersonalTrust, openSettings, type SettingsInputs } from './open-settings.ts';
export type {
  ApprovalOptions,
  ContextOptions,
  LimitOptions,
  ModelOptions,
  OptionGroups,
  SandboxOptions,
  TrustOptions,
  WebOptions,
} from './option-groups.ts';
export { resolveSettings, type Settings, type SettingSource } from './resolve-settings.ts';
export { type SettingKey, settingKeys, type SettingValues } from './setting-slices.ts';
export { requireSettings, toSettingsError } from './settings-error.ts';
export { type SettingsProblem } from './settings-layer.ts';
export { workspacePlaces } from './settings-places.ts';
export { showSetting } from './show-setting.ts';
export { type FlagValues, toEnvironmentLayer } from './spoken-layers.ts';
export { toSettingPath } from './to-setting-path.ts';
export { toToolLists } from './to-tool-lists.ts';
export { type WebSearchSettings } from './web-settings.ts';
export { requireKey, writeSetting } from './write-setting.ts';
export { listSettingsFiles } from './list-settings-files.ts';
