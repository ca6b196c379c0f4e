import type { CallState } from '../state/turn-state.ts';

/** The same for the same call in any process; another one for each time that it runs again with more. */
export function keyOf({ callId, attempts }: CallState): string {
  return attempts === 0 ? callId : `${callId}.${attempts}`;
}
