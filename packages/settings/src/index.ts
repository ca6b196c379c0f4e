export { applySettings } from './session/apply-settings.ts';
export { bowlineHomeOf, userNameOf } from './bowline-home.ts';
export { commandEnvironment } from './files/command-environment.ts';
export { isAboutModels, isAboutPolicy } from './keys/concerns.ts';
export { deciderOf, explainSetting, type Explanation } from './resolve/explain-setting.ts';
export { findStartWarnings } from './report/find-start-warnings.ts';
export { findUnknownKeys } from './report/find-unused.ts';
export { listIgnoredSettings } from './report/list-ignored-settings.ts';
export { type OpenedSettings, openPersonalTrust, openSettings, type SettingsInputs } from './resolve/open-settings.ts';
export type {
  ApprovalOptions,
  ContextOptions,
  LimitOptions,
  ModelOptions,
  OptionGroups,
  SandboxOptions,
  TrustOptions,
  WebOptions,
} from './session/option-groups.ts';
export { resolveSettings, type Settings, type SettingSource } from './resolve/resolve-settings.ts';
export { type SettingKey, settingKeys, type SettingValues } from './keys/setting-slices.ts';
export { requireSettings, toSettingsError } from './resolve/settings-error.ts';
export { type SettingsProblem } from './files/settings-layer.ts';
export { workspacePlaces } from './files/settings-places.ts';
export { showSetting } from './resolve/show-setting.ts';
export { type FlagValues, toEnvironmentLayer } from './files/spoken-layers.ts';
export { toSettingPath } from './session/to-setting-path.ts';
export { toToolLists } from './session/to-tool-lists.ts';
export { type WebSearchSettings } from './keys/web-settings.ts';
export { requireKey, writeSetting } from './change/write-setting.ts';
export { listSettingsFiles } from './report/list-settings-files.ts';
