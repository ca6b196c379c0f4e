import type { SessionStore } from '@bowline/log';
import type { OpenAgent } from '@bowline/runtime';
import type { LocalWorkspace } from '@bowline/workspace';

/** What a session is closed with. */
export interface ClosingParts {
  readonly agent: Pick<OpenAgent, 'close'>;
  readonly host: Pick<LocalWorkspace, 'close' | 'endBackground'>;
  readonly store: Pick<SessionStore, 'close'>;
  /** Whether commands in the background end with the session. */
  readonly endsBackground?: boolean;
}

/** Waits for the turn that runs, and closes what the session was made of. */
export async function closeSession({ agent, host, store, endsBackground = false }: ClosingParts): Promise<void> {
  try {
    await agent.close();
    // Not before: the turn may have started something while it was waited for.
    if (endsBackground) await host.endBackground();
  } finally {
    host.close();
    await store.close();
  }
}
