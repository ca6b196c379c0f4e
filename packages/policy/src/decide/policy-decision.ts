import type { Place, Tier, Verdict } from '../rules/policy-rule.ts';

/** A rule with its location and text, for display. */
export interface RuleRef extends Place {
  readonly tier: Tier;
  readonly priority: number;
  readonly name: string | undefined;
  readonly decision: Verdict;
  /** Commands that the rule allows run outside the sandbox. */
  readonly isOutside?: boolean;
  /** Hosts that commands allowed by the rule can reach from the sandbox. */
  readonly hosts?: readonly string[];
  readonly text: string;
}

/** The decision about one command of a line. */
export interface CommandDecision {
  readonly command: string;
  readonly verdict: Verdict;
  readonly rule: RuleRef;
  readonly notes: readonly string[];
}

/** The decision about a call, with the deciding rule and the reasons. */
export interface PolicyDecision {
  readonly verdict: Verdict;
  /** The rule that decided. If no rule matched, its file is empty and its line is 0. */
  readonly rule: RuleRef;
  /** Why the call is denied, for the model and the user. */
  readonly reason?: string;
  /** Rules that matched, strongest first. Complete only if the context has `wantsAllMatches`. */
  readonly matched: readonly RuleRef[];
  /** Why the verdict is stricter than the rule, and why rules that allow did not apply. */
  readonly notes: readonly string[];
  /** The decision about each command of a command line. */
  readonly perCommand?: readonly CommandDecision[];
}
