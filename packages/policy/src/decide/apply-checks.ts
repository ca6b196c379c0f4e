import type { CheckerRule, Verdict } from '../rules/policy-rule.ts';
import type { PolicyContext } from './policy-call.ts';
import type { PolicyDecision } from './policy-decision.ts';
import { strictest } from './strictest.ts';

/** What came of one check. A check that failed to say anything says no. */
export type CheckOutcome =
  | { readonly kind: 'said'; readonly verdict: Verdict; readonly reason?: string }
  | { readonly kind: 'failed'; readonly why: string };

/**
 * Joins a decision with what the checks said, one outcome for each checker in its order. They can make it stricter only;
 * an error, a timeout and a missing answer deny.
 */
export function applyChecks(
  decision: PolicyDecision,
  checks: { readonly checkers: readonly CheckerRule[]; readonly outcomes: readonly (CheckOutcome | undefined)[] },
  context: PolicyContext,
): PolicyDecision {
  let joined = decision;
  for (const [n, { checker, file, line }] of checks.checkers.entries()) {
    const outcome = checks.outcomes[n] ?? { kind: 'failed', why: 'it did not answer' };
    const said = outcome.kind === 'said' ? outcome.verdict : 'deny';
    const asked = said === 'ask' && !(context.canAsk ?? context.isInteractive) ? 'deny' : said;
    const verdict = strictest(joined.verdict, asked);
    const why = outcome.kind === 'said' ? (outcome.reason ?? said) : `could not be run: ${outcome.why}`;
    if (said === 'allow') continue;
    const note = `check ${checker.name} (${file}:${line}): ${why}`;
    const isDenial = verdict === 'deny' && joined.verdict !== 'deny';
    joined = { ...joined, verdict, notes: [...joined.notes, note], ...(isDenial ? { reason: note } : {}) };
  }
  return joined;
}
