import { isOwnCall } from '../state/own-call.ts';
import type { CallState } from '../state/turn-state.ts';
import type { Decision } from './decision.ts';

/** Why pending changes need approval. */
const PENDING = 'pending changes need your approval';
const NOT_APPLIED = 'a rule allows it, but the changes could not be applied';
const UNASKED = 'The changes are still pending, because no user can be asked now.';

/**
 * A rule can keep the model from asking, but not Bowline: then the user could not decide. And a rule that allows it is not
 * followed again after it could not be applied.
 */
export function toPendingDecision(
  call: CallState,
  decision: Decision,
  { isApplyRefused = false }: { readonly isApplyRefused?: boolean | undefined },
): Decision {
  const { verdict, canAsk } = decision;
  const isOwn = isOwnCall(call);
  const isFollowed = verdict === 'deny' ? !isOwn : verdict === 'ask' || !isApplyRefused;
  if (isFollowed || canAsk === undefined) return decision;
  if (!canAsk) return { verdict: 'deny', reason: UNASKED };
  return { verdict: 'ask', rule: verdict === 'allow' ? NOT_APPLIED : PENDING };
}
