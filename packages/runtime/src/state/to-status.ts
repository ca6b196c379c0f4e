import type { SessionState } from '@bowline/log';
import type { SessionStatus } from '@bowline/protocol';

/** The status of a session from its folded records. Before the first request, its model is the requested one. */
export function toStatus(sessionId: string, session: SessionState, waitsUntil: string | null): SessionStatus {
  const { activeStreamId, pending: pendingInputs, mode, model, requestedModel, title } = session;
  return { sessionId, activeStreamId, pendingInputs, waitsUntil, mode, model: model ?? requestedModel, title };
}
