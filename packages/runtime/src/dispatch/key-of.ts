import type { CallState } from '../turn/turn-state.ts';

/** The same for the same call in any process. */
export function keyOf(call: CallState): string {
  return call.callId;
}
