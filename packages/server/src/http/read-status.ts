import { Projection, sessionFold, type SessionReader } from '@bowline/log';
import type { SessionStatus } from '@bowline/protocol';
import { toStatus, turnFold } from '@bowline/runtime';

/** Where a session stands, by its log alone: nobody has to be asked who might be somewhere else. */
export async function readStatus(reader: SessionReader): Promise<SessionStatus> {
  const { state: session } = await Projection.open(reader, sessionFold);
  const { state: turn } = await Projection.open(reader, turnFold);
  return toStatus(reader.sessionId, session, turn.retryAt);
}
