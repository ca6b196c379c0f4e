import { Projection, sessionFold, type SessionReader } from '@bowline/log';
import type { SessionStatus } from '@bowline/protocol';
import { toStatus, turnFold } from '@bowline/runtime';

/** The status of a session, derived from its log alone, since its process may be on another node. */
export async function readStatus(reader: SessionReader): Promise<SessionStatus> {
  const { state: session } = await Projection.open(reader, sessionFold);
  const { state: turn } = await Projection.open(reader, turnFold);
  return toStatus(reader.sessionId, session, turn.retryAt);
}
