export { openDoor, type Door } from './attach/open-door.ts';
export { watchSession, type WatchedSession } from './attach/watch-session.ts';
export { bowlineHomeOf } from './bowline-home.ts';
export { createMachine, type ProcessFacts } from './create-machine.ts';
export {
  inspectContext,
  type ContextInspection,
  type InspectedTool,
  type Size,
  type WonderedSession,
} from './context/inspect-context.ts';
export type { Check } from './doctor/check.ts';
export { examineMachine, type Examined } from './doctor/examine-machine.ts';
export { expandTyped, type TypedPlaces } from './expand-typed.ts';
export { forkSession, type ForkWish } from './fork-session.ts';
export { listTypableFiles } from './list-typable-files.ts';
export { createMemory } from './memory/create-memory.ts';
export { inspectCredentialsFile, type CredentialsFile } from './models/credentials-file.ts';
export { inspectCredentials, type CredentialStatus } from './models/inspect-credentials.ts';
export { inspectModels, type AskedModel, type ModelInspection } from './models/inspect-models.ts';
export type { ProbeFailure, ProbeReason } from './models/probe-failure.ts';
export { tryKey, type KeyTrial } from './models/try-key.ts';
export { probeProviders, type ProbeOutcome, type ProviderProbe } from './models/probe-providers.ts';
export { createModelSetup, setUpModels, type MachineModels, type ModelSetup } from './models/set-up-models.ts';
export type { DeniedCall } from './outcome/denied-calls.ts';
export { RunStats, type TokenCounts } from './outcome/run-stats.ts';
export { StructuredOutput, type CheckedOutput, type OutputSchema } from './outcome/structured-output.ts';
export { TurnOutcome } from './outcome/turn-outcome.ts';
export { openGrants, type Grants, type SavedGrant } from './policy/open-grants.ts';
export { toCommandSandbox } from './sandbox/to-command-sandbox.ts';
export { openPolicy, type OpenedPolicy, type WonderedCall } from './policy/open-policy.ts';
export type { GrammarFiles } from './policy/lazy-shell-reader.ts';
export { isAboutModels, isAboutPolicy } from './settings/concerns.ts';
export { explainSetting, type Explanation } from './settings/explain-setting.ts';
export { findStartWarnings } from './settings/find-start-warnings.ts';
export { findSlips } from './settings/find-unused.ts';
export {
  openPersonalTrust,
  openSettings,
  type OpenedSettings,
  type SettingsSurroundings,
} from './settings/open-settings.ts';
export type { Settings, SettingVoice } from './settings/resolve-settings.ts';
export { settingKeys, type SettingKey } from './settings/setting-slices.ts';
export { requireSettings, toSettingsError } from './settings/settings-error.ts';
export { showSetting } from './settings/show-setting.ts';
export type { FlagValues } from './settings/spoken-layers.ts';
export { toSettingPath } from './settings/to-setting-path.ts';
export { toToolLists } from './settings/to-tool-lists.ts';
export { requireKey, writeSetting } from './settings/write-setting.ts';
export { openSession, type Machine, type OpenedSession, type SessionWishes } from './open-session.ts';
export {
  openTrust,
  type ListedRule,
  type Trust,
  type TrustAdded,
  type TrustPlaces,
  type TrustVerdict,
} from './trust/open-trust.ts';
export type { TrustLevel, TrustRule } from './trust/trust-rule.ts';
export { findTrustable } from './trust/find-trustable.ts';
export { whatTrustAllows } from './trust/what-trust-allows.ts';
