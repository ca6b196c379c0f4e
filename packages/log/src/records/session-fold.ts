import type { Fold } from './fold.ts';
import { initialSessionState, stepSession, type SessionState } from './session-state.ts';

/** The session in short, as a fold. */
export const sessionFold: Fold<SessionState> = {
  name: 'session',
  version: 9,
  initial: initialSessionState,
  step: stepSession,
  encode: (state) => JSON.stringify(state),
  decode: (text) => JSON.parse(text) as SessionState,
};
