import type { SessionStore } from '@bowline/log';
import type { OpenAgent } from '@bowline/runtime';
import type { LocalWorkspace } from '@bowline/workspace';

/** The parts of a session to close. */
export interface ClosingParts {
  readonly agent: Pick<OpenAgent, 'close'>;
  readonly host: Pick<LocalWorkspace, 'close' | 'endBackground'>;
  readonly store: Pick<SessionStore, 'close'>;
  /** Whether background commands end with the session. */
  readonly endsBackground?: boolean;
}

/** Waits for the running turn, and closes all parts of the session. */
export async function closeSession({ agent, host, store, endsBackground = false }: ClosingParts): Promise<void> {
  try {
    await agent.close();
    // After the turn, which may have started commands until then.
    if (endsBackground) await host.endBackground();
  } finally {
    host.close();
    await store.close();
  }
}
