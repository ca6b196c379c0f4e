import type { CheckerRule, PolicyProblem, PolicyRule } from '../rules/policy-rule.ts';

/** A rule in its place among all rules. */
export interface RankedRule {
  readonly rule: PolicyRule;
  /** 0 is the strongest. */
  readonly rank: number;
  /** Rules of one file that may only narrow count as one voice: its strongest. Voices do not outvote each other. */
  readonly voice: number;
}

/** A rule that does not count, and why. */
export interface IgnoredRule {
  readonly rule: PolicyRule | CheckerRule;
  readonly why: string;
}

/** All policies that hold, ready to decide. Made by `compilePolicies`; it does not change. */
export interface PolicySet {
  /** Strongest first. */
  readonly rules: readonly RankedRule[];
  /** Those of them that name one tool, by its name; the others may mean any tool. */
  readonly byTool: ReadonlyMap<string, readonly RankedRule[]>;
  readonly forAnyTool: readonly RankedRule[];
  /** Strongest first. */
  readonly checkers: readonly CheckerRule[];
  readonly ignored: readonly IgnoredRule[];
  readonly problems: readonly PolicyProblem[];
  readonly notices: readonly PolicyProblem[];
  readonly isTrusted: boolean;
}
