export { type GrammarFiles } from './policy/lazy-shell-reader.ts';
export { createSharedGrants, type GrantTexts } from './policy/create-shared-grants.ts';
export { type Grants, openGrants, type SavedGrant } from './policy/open-grants.ts';
export { type Guard, openGuard } from './policy/open-guard.ts';
export { type OpenedPolicy, openPolicy, type HypotheticalCall } from './policy/open-policy.ts';
export { withPreparedCommands } from './policy/with-prepared-commands.ts';
export { createScreen } from './safety/create-screen.ts';
export { findSandbox } from './sandbox/find-sandbox.ts';
export { noSandbox } from './sandbox/no-sandbox.ts';
export { openSandbox, type SessionSandbox } from './sandbox/open-sandbox.ts';
export { holdTokens, resolveCredentials } from './sandbox/sandbox-credentials.ts';
export { type SandboxParts, type SandboxWish } from './sandbox/sandbox-parts.ts';
export { toCommandSandbox } from './sandbox/to-command-sandbox.ts';
export { describePlace } from './trust/describe-place.ts';
export { describeTrust } from './trust/describe-trust.ts';
export { findTrustable } from './trust/find-trustable.ts';
export {
  type ListedRule,
  openTrust,
  type Trust,
  type TrustAdded,
  type TrustPlaces,
  type TrustVerdict,
} from './trust/open-trust.ts';
export { type Programs, toOutsidePrograms, withAbsolutePath } from './trust/to-outside-programs.ts';
export { toRealPath } from './trust/to-real-path.ts';
export { type TrustLevel, type TrustRule } from './trust/trust-rule.ts';
export { whatTrustAllows } from './trust/what-trust-allows.ts';
