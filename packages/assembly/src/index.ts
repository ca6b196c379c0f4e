export { bowlineHomeOf, createMachine, type ProcessFacts } from './create-machine.ts';
export {
  inspectContext,
  type ContextInspection,
  type InspectedTool,
  type Size,
  type WonderedSession,
} from './context/inspect-context.ts';
export type { Check } from './doctor/check.ts';
export { examineMachine, type Examined } from './doctor/examine-machine.ts';
export { inspectCredentialsFile, type CredentialsFile } from './models/credentials-file.ts';
export { inspectCredentials, type CredentialStatus } from './models/inspect-credentials.ts';
export { inspectModels, type AskedModel, type ModelInspection } from './models/inspect-models.ts';
export type { ProbeFailure, ProbeReason } from './models/probe-failure.ts';
export { probeProviders, type ProbeOutcome, type ProviderProbe } from './models/probe-providers.ts';
export { createModelSetup, setUpModels, type MachineModels, type ModelSetup } from './models/set-up-models.ts';
export { openPolicy, type OpenedPolicy, type WonderedCall } from './policy/open-policy.ts';
export type { GrammarFiles } from './policy/lazy-shell-reader.ts';
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
export { whatTrustAllows } from './trust/what-trust-allows.ts';
