import type { NewRecord } from '@bowline/log';
import type { CallState } from '../state/turn-state.ts';

/** Rechecks an approved call before its first start. */
export async function recheckAsked(
  call: CallState,
  { recheck }: { readonly recheck: (call: CallState) => Promise<NewRecord | undefined> },
): Promise<NewRecord | undefined> {
  return call.verdict === 'ask' && call.key === null ? await recheck(call) : undefined;
}
