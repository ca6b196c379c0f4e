import type { Verdict } from '../rules/policy-rule.ts';

const strictness: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 };

/** Orders verdicts from the loosest to the strictest. */
export function compareStrictness(a: Verdict, b: Verdict): number {
  return strictness[a] - strictness[b];
}

/** The stricter of two. */
export function strictest(a: Verdict, b: Verdict): Verdict {
  return compareStrictness(a, b) >= 0 ? a : b;
}
