import type { RemoteServer } from '@bowline/client';
import {
  exportSession,
  importSession,
  refuseMoved,
  type LogOwner,
  type LogRecord,
  type SessionReader,
  type SessionStore,
} from '@bowline/log';
import { AgentError } from '@bowline/protocol';

/** Between which places sessions are moved. */
export interface MoveParts {
  /** Here. */
  readonly store: SessionStore;
  readonly owner: LogOwner;
  /** What this place is called, and no other. */
  readonly place: string;
  /** There. */
  readonly remote: RemoteServer;
  readonly url: string;
  readonly newId: () => string;
}

/** What came of a push. */
export interface PushReport {
  /** It was there already: an earlier push had got through. */
  readonly isKnown: boolean;
  readonly records: number;
  readonly workspace: string;
  readonly pending: number;
  /** Outputs that records refer to; they stay where they are. */
  readonly artifacts: readonly string[];
}

/** Refusals after which nothing of the session is there, for certain. */
const refusals = new Set<string>(['IMPORT_INVALID', 'RECORD_INVALID', 'SESSION_EXISTS', 'SESSION_TOO_NEW']);

/**
 * Moves a session to a server. First it is given away here, which its last record says; then it is brought there, whole
 * or not at all. Between the two nobody writes it; cut off there, the same push goes on. What the server refuses comes back.
 */
export async function pushSession(parts: MoveParts, sessionId: string): Promise<PushReport> {
  const { store, remote, url } = parts;
  // Before anything is given away: the server is there, and lets us in.
  await remote.has(sessionId);
  const moveId = await giveAway(parts, sessionId);
  const reader = await store.openReader(sessionId);
  try {
    const { isKnown } = await remote.importLines(exportSession(reader), moveId);
    const summary = await store.find(sessionId);
    const artifacts = await findArtifacts(reader);
    const { workspace = '', pending = 0 } = summary ?? {};
    return { isKnown, records: reader.head.seq, workspace, pending, artifacts };
  } catch (thrown) {
    const error = AgentError.from(thrown);
    if (!refusals.has(error.code)) throw unfinished(error, url, sessionId);
    await takeBack(parts, sessionId);
    throw error;
  } finally {
    await reader.close();
  }
}

/**
 * Moves a session from a server to here. First the server gives it away, then it is taken in, whole or not at all, in
 * place of the beginning of it that was left here. Cut off between the two, the same pull goes on.
 */
export async function pullSession(parts: MoveParts, sessionId: string): Promise<'came' | 'was here'> {
  const { store, owner, place, remote } = parts;
  const last = await findLast(store, sessionId);
  if (last !== undefined && last.type !== 'session_moved') return 'was here';
  const wanted = { to: place, moveId: parts.newId(), ...(last === undefined ? {} : { knows: last.id }) };
  const { moveId } = await remote.release(sessionId, wanted);
  // Under the id that was asked for, whatever the server calls it.
  const lines = remote.exportLines(sessionId);
  await importSession(store, { lines, owner, as: sessionId, arrival: { at: place, moveId } });
  return 'came';
}

/**
 * Writes a session here again without asking where it was moved to: right only when it never arrived there. False when
 * it had not been moved.
 */
export async function takeBack({ store, owner, place }: MoveParts, sessionId: string): Promise<boolean> {
  const last = await findLast(store, sessionId);
  if (last?.type !== 'session_moved') return false;
  const reader = await store.openReader(sessionId);
  await store.restore({
    ...{ sessionId, owner, isReturn: true },
    records: closing(reader),
    then: [{ type: 'session_arrived', body: { at: place, moveId: last.body.moveId } }],
  });
  return true;
}

/** Resolves to the move's id: a new one, or that of a push to the same server that was cut off. */
async function giveAway({ store, owner, url, newId }: MoveParts, sessionId: string): Promise<string> {
  const last = await findLast(store, sessionId);
  if (last?.type === 'session_moved') {
    if (last.body.to === url) return last.body.moveId;
    refuseMoved(sessionId, last);
  }
  const moveId = newId();
  const log = await store.open(sessionId, { owner });
  try {
    await log.append([{ type: 'session_moved', body: { to: url, moveId } }]);
    return moveId;
  } finally {
    await log.close();
  }
}

async function findLast(store: SessionStore, sessionId: string): Promise<LogRecord | undefined> {
  const found = await store.find(sessionId);
  if (found?.sessionId !== sessionId) return undefined;
  const reader = await store.openReader(sessionId);
  let last: LogRecord | undefined;
  for await (const record of closing(reader, reader.head.seq)) last = record;
  return last;
}

async function findArtifacts(reader: SessionReader): Promise<string[]> {
  const found = new Set<string>();
  for await (const record of reader.read()) {
    if (record.type === 'tool_finished' && record.body.artifact !== undefined) found.add(record.body.artifact);
    if (record.type === 'context_masked')
      for (const { artifact } of record.body.calls) if (artifact !== undefined) found.add(artifact);
  }
  return [...found];
}

/** All records from one on; then the reader is closed. */
async function* closing(reader: SessionReader, from = 1): AsyncIterable<LogRecord> {
  try {
    yield* reader.read({ from: Math.max(1, from) });
  } finally {
    await reader.close();
  }
}

/** Nobody knows whether it arrived; the same push finds out and goes on. */
function unfinished(error: AgentError, url: string, sessionId: string): AgentError {
  return new AgentError(error.code, `the move is not finished: ${error.message}`, {
    hint: `push it again: bowline sessions push ${url} ${sessionId}. Nothing is lost, and nobody writes it until then`,
    retryable: true,
    cause: error,
  });
}
