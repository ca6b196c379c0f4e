import type { CallState } from '../state/turn-state.ts';

/** The idempotency key of a call: the same in any process, and different for each rerun with more access. */
export function keyOf({ callId, attempts }: CallState): string {
  return attempts === 0 ? callId : `${callId}.${attempts}`;
}
