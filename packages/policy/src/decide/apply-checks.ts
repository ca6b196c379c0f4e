import type { CheckerRule, Verdict } from '../rules/policy-rule.ts';
import type { PolicyContext } from './policy-call.ts';
import type { PolicyDecision } from './policy-decision.ts';
import { strictest } from './strictest.ts';

/** The outcome of one check. A check that fails denies the call. */
export type CheckOutcome =
  | { readonly kind: 'said'; readonly verdict: Verdict; readonly reason?: string }
  | { readonly kind: 'failed'; readonly why: string };

/**
 * Combines a decision with the outcomes of the checks, one per checker in the same order. Checks can only make the
 * decision stricter. An error, a timeout or a missing answer denies the call.
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
