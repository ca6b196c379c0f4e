import { nextAction } from './next-action.ts';
import type { TurnState } from './turn-state.ts';

/** Whether a session has something to do, judged from its log alone. */
export type WaitState =
  /** No stream is open. */
  | { readonly kind: 'idle' }
  /** Something can be done now: it is being done, or its process died. */
  | { readonly kind: 'running' }
  /** Nothing can be done before outside input arrives, or before this time. */
  | { readonly kind: 'waiting'; readonly until: string | null };

/**
 * Whether the turn waits for input or for a time. Does not examine what must be done to make a request fit: it is
 * enough that one is due.
 */
export function waitState(turn: TurnState, now: number): WaitState {
  const action = nextAction(turn, {
    running: new Set(),
    isHostTold: () => true,
    limits: { maxSteps: Infinity },
    ceiling: null,
    now,
    fit: () => ({ kind: 'fits' }),
    cut: () => undefined,
    loopDetection: false,
    isLoopAsked: false,
  });
  if (action.kind === 'idle') return { kind: 'idle' };
  if (action.kind === 'await') return { kind: 'waiting', until: action.until ?? null };
  if (action.kind === 'wait') return { kind: 'waiting', until: action.until };
  return { kind: 'running' };
}
