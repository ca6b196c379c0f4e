import type { NewRecord } from '@bowline/log';
import { isOwnCall } from '../state/own-call.ts';
import type { CallState } from '../state/turn-state.ts';

/** Rechecks an approved call before its first start. A call that Bowline made was the user's decision alone. */
export async function recheckAsked(
  call: CallState,
  { recheck }: { readonly recheck: (call: CallState) => Promise<NewRecord | undefined> },
): Promise<NewRecord | undefined> {
  const isDue = call.verdict === 'ask' && call.key === null && !isOwnCall(call);
  return isDue ? await recheck(call) : undefined;
}
