export { createDefaultPolicy, defaultPolicyText } from './built-in/default-policy.ts';
export { describeGrant } from './decide/describe-grant.ts';
export { toAlwaysRule, type AlwaysRule } from './decide/always-rule.ts';
export { applyChecks, type CheckOutcome } from './decide/apply-checks.ts';
export { checkersFor } from './decide/checkers-for.ts';
export { compilePolicies, type CompileOptions } from './decide/compile-policies.ts';
export { decide } from './decide/decide.ts';
export { explain, listRules } from './decide/explain.ts';
export { isDeniedOutright } from './decide/is-denied-outright.ts';
export type { CallFolder, PolicyCall, PolicyContext } from './decide/policy-call.ts';
export { runPolicyCases, type CaseParts, type CaseResult } from './decide/policy-cases.ts';
export type { CommandDecision, PolicyDecision, RuleRef } from './decide/policy-decision.ts';
export type { PolicySet } from './decide/policy-set.ts';
export { failClosed } from './rules/fail-closed.ts';
export { parseGrant, toGrantText, type Grant } from './rules/parse-grant.ts';
export { parsePolicy, type PolicySource } from './rules/parse-policy.ts';
export { parseToolList, type ToolList } from './rules/tool-lists.ts';
export {
  tiers,
  type CheckerRule,
  type PolicyFile,
  type PolicyProblem,
  type PolicyRule,
  type SafetyChecker,
  type Tier,
  type Verdict,
} from './rules/policy-rule.ts';
export type { ShellCommand, ShellLine, ShellReader } from './shell/shell-line.ts';
export { checkCommand } from './safety/check-command.ts';
export { checkContent, checkHidden } from './safety/check-content.ts';
export { checkDisk } from './safety/check-disk.ts';
export { checkLeaving } from './safety/check-leaving.ts';
export { checkPaths, type PathFact } from './safety/check-paths.ts';
export { checkSize } from './safety/check-size.ts';
export { commandPaths, type PathWord } from './safety/command-paths.ts';
export { stripHidden } from './safety/hidden-text.ts';
export { createKeyTest } from './safety/create-key-test.ts';
export { isInsideWorkspace } from './safety/is-inside-workspace.ts';
export { keyNames } from './safety/key-names.ts';
export { matchName } from './safety/match-glob.ts';
export { sortFindings, toSeverity } from './safety/severity.ts';
export { openShellReader } from './shell/open-shell-reader.ts';
export { planSandbox, type SandboxFacts, type SandboxPlan } from './sandbox/plan-sandbox.ts';
export { applyFindings } from './safety/apply-findings.ts';
export type { Finding } from './safety/finding.ts';
