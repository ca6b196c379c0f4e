import { Projection, sessionFold, type SessionStore } from '@bowline/log';
import type { InputRequest } from '@bowline/protocol';

/** A session with pending approvals. */
export interface PendingSession {
  readonly sessionId: string;
  readonly workspace: string;
  readonly questions: readonly InputRequest[];
}

/** The pending approvals of all sessions, newest session first. Opens nothing for writing. */
export async function readPending(store: SessionStore): Promise<readonly PendingSession[]> {
  const waiting = (await store.list()).filter(({ pending }) => pending > 0);
  return await Promise.all(
    waiting.map(async ({ sessionId, workspace }) => {
      const reader = await store.openReader(sessionId);
      try {
        const { state } = await Projection.open(reader, sessionFold);
        return { sessionId, workspace, questions: state.pending };
      } finally {
        await reader.close();
      }
    }),
  );
}
