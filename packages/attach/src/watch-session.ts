import { AgentError, sessionTitle } from '@bowline/protocol';
import { findOwner, openStore, type HeldBy, type SessionStore, type SessionSummary } from '@bowline/log';
import type { HostEnvironment } from '@bowline/assembly';
import { WatchedAgent } from './watched-agent.ts';

/** A session that another process runs, watched from here. */
export interface WatchedSession {
  readonly agent: WatchedAgent;
  /** The title of the session when it was opened. */
  readonly title: string;
  readonly close: () => Promise<void>;
}

/**
 * Follows a session without opening it for writing. `latest` is the latest one of the workspace that is open. Rejects if it does
 * not exist, or if no process has it open.
 */
export async function watchSession(
  wanted: string,
  workspace: string,
  machine: Pick<HostEnvironment, 'sessionsFolder'>,
): Promise<WatchedSession> {
  const root = machine.sessionsFolder;
  const store = openStore({ root });
  try {
    const { found, owner } = await findWatched(store, { wanted, workspace, root });
    const reader = await store.openReader(found.sessionId);
    const agent = new WatchedAgent(reader, root, owner);
    await agent.open();
    const close = async (): Promise<void> => {
      await agent.close();
      await reader.close();
      await store.close();
    };
    return { agent, title: sessionTitle(found), close };
  } catch (thrown) {
    await store.close();
    throw thrown;
  }
}

/** Rejects if there is no session to watch. */
export async function requireWatchable(
  wanted: string,
  workspace: string,
  { sessionsFolder: root }: Pick<HostEnvironment, 'sessionsFolder'>,
): Promise<void> {
  const store = openStore({ root });
  try {
    await findWatched(store, { wanted, workspace, root });
  } finally {
    await store.close();
  }
}

/** How many of the latest sessions are checked for one that is open. */
const MOST = 50;

interface Wanted {
  readonly wanted: string;
  readonly workspace: string;
  readonly root: string;
}

async function findWatched(
  store: SessionStore,
  { wanted, workspace, root }: Wanted,
): Promise<{ readonly found: SessionSummary; readonly owner: HeldBy }> {
  const candidates = wanted === 'latest' ? await store.list({ workspace }) : [await store.find(wanted)];
  for (const found of candidates.slice(0, MOST)) {
    const owner = found === undefined ? undefined : findOwner(root, found.sessionId);
    if (found !== undefined && owner !== undefined) return { found, owner };
  }
  const [found] = candidates;
  if (found === undefined) throw notFound(wanted);
  const title = sessionTitle(found);
  const name = title === '' ? found.sessionId : `"${title}"`;
  throw new AgentError('SESSION_CLOSED', `No process has session ${name} open`, {
    hint: `To continue it here: bowline --resume ${found.sessionId}`,
  });
}

function notFound(wanted: string): AgentError {
  if (wanted === 'latest')
    return new AgentError('SESSION_NOT_FOUND', 'No sessions in this folder', {
      hint: 'To list all: bowline sessions list --all',
    });
  return new AgentError('SESSION_NOT_FOUND', `Session not found: ${wanted}`, {
    hint: 'Run bowline sessions list --all to list your sessions',
  });
}
