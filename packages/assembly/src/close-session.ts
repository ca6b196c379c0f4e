import type { SessionStore } from '@bowline/log';
import type { OpenAgent } from '@bowline/runtime';
import type { LocalWorkspace } from '@bowline/workspace';
import type { SessionArtifacts } from './session-artifacts.ts';

/** The parts of a session to close. */
export interface ClosingParts {
  readonly agent: Pick<OpenAgent, 'close'>;
  readonly workspace: Pick<LocalWorkspace, 'close' | 'endBackground'>;
  readonly store: Pick<SessionStore, 'close'>;
  readonly artifacts: Pick<SessionArtifacts, 'close'>;
  /** Whether background commands end with the session. */
  readonly endsBackground?: boolean;
}

/** Waits for the running turn, and closes all parts of the session. */
export async function closeSession(parts: ClosingParts): Promise<void> {
  const { agent, workspace, store, artifacts, endsBackground = false } = parts;
  try {
    await agent.close();
    // After the turn, which may have started commands until then.
    if (endsBackground) await workspace.endBackground();
  } finally {
    workspace.close();
    await artifacts.close();
    await store.close();
  }
}

interface LeaveParts {
  readonly agent: OpenAgent;
  readonly workspace: Pick<LocalWorkspace, 'close'>;
  /** Refuses everything that would be recorded from now on. */
  readonly fence: () => void;
  readonly close: () => Promise<void>;
}

/** Closes a session and leaves everything as it is: no record is added, and commands run on. */
export async function leaveSession({ agent, workspace, fence, close }: LeaveParts): Promise<void> {
  fence();
  workspace.close(); // before the abort, which would end the commands
  await agent.abort();
  await close();
}
