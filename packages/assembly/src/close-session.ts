import type { SessionStore } from '@bowline/log';
import type { OpenAgent } from '@bowline/runtime';
import type { LocalWorkspace } from '@bowline/workspace';

/** The parts of a session to close. */
export interface ClosingParts {
  readonly agent: Pick<OpenAgent, 'close'>;
  readonly workspace: Pick<LocalWorkspace, 'close' | 'endBackground'>;
  readonly store: Pick<SessionStore, 'close'>;
  /** Whether background commands end with the session. */
  readonly endsBackground?: boolean;
}

/** Waits for the running turn, and closes all parts of the session. */
export async function closeSession({ agent, workspace, store, endsBackground = false }: ClosingParts): Promise<void> {
  try {
    await agent.close();
    // After the turn, which may have started commands until then.
    if (endsBackground) await workspace.endBackground();
  } finally {
    workspace.close();
    await store.close();
  }
}
