import type { CheckerRule, PolicyProblem, PolicyRule } from '../rules/policy-rule.ts';

/** A rule with its rank among all rules. */
export interface RankedRule {
  readonly rule: PolicyRule;
  /** 0 is the strongest. */
  readonly rank: number;
  /**
   * Identifies the rule's file. Of a file's rules that may only narrow, only the strongest match counts. Between files,
   * the strictest verdict counts.
   */
  readonly voice: number;
}

/** A rule that does not apply, and why. */
export interface IgnoredRule {
  readonly rule: PolicyRule | CheckerRule;
  readonly why: string;
}

/** All policies in effect, ready for decisions. Created by `compilePolicies` and immutable. */
export interface PolicySet {
  /** Strongest first. */
  readonly rules: readonly RankedRule[];
  /** The rules for exact tool names, by name. Those in `forAnyTool` may match any tool. */
  readonly byTool: ReadonlyMap<string, readonly RankedRule[]>;
  readonly forAnyTool: readonly RankedRule[];
  /** Strongest first. */
  readonly checkers: readonly CheckerRule[];
  readonly ignored: readonly IgnoredRule[];
  readonly problems: readonly PolicyProblem[];
  readonly notices: readonly PolicyProblem[];
  readonly isTrusted: boolean;
}
