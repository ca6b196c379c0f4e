import type { Fold } from './fold.ts';
import { initialSessionState, reduceSession, type SessionState } from './session-state.ts';

/** The fold that computes the state of a session. */
export const sessionFold: Fold<SessionState> = {
  name: 'session',
  version: 12,
  initial: initialSessionState,
  reduce: reduceSession,
  encode: (state) => JSON.stringify(state),
  decode: (text) => JSON.parse(text) as SessionState,
};
