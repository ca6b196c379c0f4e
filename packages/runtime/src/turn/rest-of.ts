import { nextAction } from './next-action.ts';
import type { TurnState } from './turn-state.ts';

/** Whether a session has something to do, to whoever only has its log. */
export type Rest =
  /** No stream is open. */
  | { readonly kind: 'idle' }
  /** Something can be done now: it is being done, or its process died. */
  | { readonly kind: 'running' }
  /** Nothing can be done before somebody says something, or before that time when there is one. */
  | { readonly kind: 'waiting'; readonly until: string | null };

/** Whether the turn waits for somebody, or for a time. What must be done to a request is not asked: that it is owed says enough. */
export function restOf(turn: TurnState, now: number): Rest {
  const action = nextAction(turn, {
    running: new Set(),
    isHostTold: () => true,
    limits: { maxTurns: Infinity },
    ceiling: null,
    now,
    fit: () => ({ kind: 'fits' }),
    cut: () => undefined,
    looksForLoops: false,
    isLoopAsked: false,
  });
  if (action.kind === 'idle') return { kind: 'idle' };
  if (action.kind === 'await') return { kind: 'waiting', until: action.until ?? null };
  if (action.kind === 'wait') return { kind: 'waiting', until: action.until };
  return { kind: 'running' };
}
