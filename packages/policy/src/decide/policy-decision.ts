import type { Place, Tier, Verdict } from '../rules/policy-rule.ts';

/** A rule as a person can find and read it. */
export interface RuleRef extends Place {
  readonly tier: Tier;
  readonly priority: number;
  readonly name: string | undefined;
  readonly decision: Verdict;
  /** A command that it allows is not confined. */
  readonly isOutside?: boolean;
  /** Hosts that a command that it allows may reach from the sandbox. */
  readonly hosts?: readonly string[];
  readonly text: string;
}

/** What was decided about one command of a line. */
export interface CommandDecision {
  readonly command: string;
  readonly verdict: Verdict;
  readonly rule: RuleRef;
  readonly notes: readonly string[];
}

/** What was decided about a call, by what, and why. */
export interface PolicyDecision {
  readonly verdict: Verdict;
  /** The rule that decided; what holds without any rule stands at line 0 of no file. */
  readonly rule: RuleRef;
  /** Of a denial, for the model and the person. */
  readonly reason?: string;
  /** Rules that matched, strongest first; all of them when the context wants them. */
  readonly matched: readonly RuleRef[];
  /** What made the verdict stricter than the rule, and what a rule was not taken to allow. */
  readonly notes: readonly string[];
  /** Of a command line. */
  readonly perCommand?: readonly CommandDecision[];
}
