import type { SessionState } from '@bowline/log';
import type { SessionStatus } from '@bowline/protocol';

/** Where a session stands, from what its records fold to. Before the first request its model is the one that was asked for. */
export function toStatus(sessionId: string, session: SessionState, waitsUntil: string | null): SessionStatus {
  const { activeStreamId, pending: pendingInputs, mode, model, requestedModel, title } = session;
  return { sessionId, activeStreamId, pendingInputs, waitsUntil, mode, model: model ?? requestedModel, title };
}
