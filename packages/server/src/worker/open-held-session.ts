import { openSession, type HostEnvironment, type OpenedSession, type SessionOptions } from '@bowline/assembly';
import { AgentError } from '@bowline/protocol';
import type { SessionStore, SessionSummary } from '@bowline/log';

/** The requested properties of a session. */
export interface HeldFacts {
  readonly workspace: string;
  /** The model and the mode apply only when the session starts. After that, the log determines them. */
  readonly options: Omit<SessionOptions, 'session' | 'workspace'>;
}

/**
 * Opens a session on a given store, taking it over from its holder: the engine lets one worker run it at a time, and
 * the epoch fences off replaced workers. Starts a session that has no records yet.
 */
export async function openHeldSession(
  sessionId: string,
  {
    facts,
    store,
    machine,
  }: { readonly facts: HeldFacts; readonly store: SessionStore; readonly machine: HostEnvironment },
): Promise<OpenedSession> {
  const { workspace, options } = facts;
  const model = { ...options.model, name: undefined };
  const approval = { ...options.approval, mode: undefined };
  const elsewhere: HostEnvironment = { ...machine, openStore: () => withKnown(store, sessionId, workspace) };
  try {
    const session = { resume: sessionId, takeover: true };
    return await openSession({ ...options, model, approval, workspace, session }, elsewhere);
  } catch (thrown) {
    if (!AgentError.is(thrown) || thrown.code !== 'SESSION_NOT_FOUND') throw thrown;
    return await openSession({ ...options, workspace, session: { id: sessionId } }, elsewhere);
  }
}

/**
 * Answers lookups of this session from what is already known, without asking the store. Treats a session without
 * records as missing.
 */
function withKnown(store: SessionStore, sessionId: string, workspace: string): SessionStore {
  const known: SessionSummary = {
    sessionId,
    workspace,
    title: null,
    firstMessage: null,
    parent: null,
    createdAt: '',
    updatedAt: '',
    messages: 0,
    records: 0,
    isOpen: false,
    pending: 0,
    damage: null,
  };
  return {
    ...store,
    find: async (wanted, filter) => (wanted === sessionId ? known : await store.find(wanted, filter)),
    open: async (id, options) => {
      if (options.create === true) return await openNew(store, id, options);
      const log = await store.open(id, options);
      if (log.head.seq > 0) return log;
      await log.close();
      throw new AgentError('SESSION_NOT_FOUND', `Session ${id} has no records yet`);
    },
  };
}

/** Also opens an existing session without records, since a worker may have died after creating it. */
async function openNew(
  store: SessionStore,
  sessionId: string,
  options: Parameters<SessionStore['open']>[1],
): ReturnType<SessionStore['open']> {
  try {
    return await store.open(sessionId, options);
  } catch (thrown) {
    if (!AgentError.is(thrown) || thrown.code !== 'SESSION_EXISTS') throw thrown;
    const log = await store.open(sessionId, { owner: options.owner, takeover: true });
    if (log.head.seq === 0) return log;
    await log.close();
    throw thrown;
  }
}
