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
import { AgentError, parseArtifactName } from '@bowline/protocol';
import type { MoveFiles } from './move-files.ts';
import { moveTexts } from '../texts/session-texts.ts';

/** The two places that a session is moved between. */
export interface MoveParts {
  /** The local sessions. */
  readonly store: SessionStore;
  readonly owner: LogOwner;
  /** The unique name of this machine's sessions folder. */
  readonly place: string;
  /** The server. */
  readonly remote: RemoteServer;
  readonly url: string;
  readonly newId: () => string;
  /** Default: the files stay where they are. */
  readonly files?: Pick<MoveFiles, 'send'> | undefined;
}

/** The result of a push. */
export interface PushReport {
  /** An earlier push had already arrived. */
  readonly isKnown: boolean;
  /** Whether the files went with it. */
  readonly hasFiles: boolean;
  readonly records: number;
  readonly workspace: string;
  readonly pending: number;
  /** Output files that records of older versions refer to by path; they are not moved. */
  readonly artifacts: readonly string[];
}

/** Errors after which the server certainly has nothing of the session. */
const refusals = new Set<string>(['IMPORT_INVALID', 'RECORD_INVALID', 'SESSION_EXISTS', 'SESSION_TOO_NEW']);

/**
 * Moves a session to a server. A last record gives it away here, then the server imports it, in full or not at all. In
 * between no process can write it; after an interruption, the same push continues. If the server refuses it, it comes
 * back.
 */
export async function pushSession(parts: MoveParts, sessionId: string): Promise<PushReport> {
  const { store, remote, url } = parts;
  // Check that the server is reachable and accepts the token before giving the session away.
  await remote.has(sessionId);
  const moveId = await giveAway(parts, sessionId);
  const reader = await store.openReader(sessionId);
  try {
    const { isKnown } = await remote.importLines(exportSession(reader, store.artifacts), moveId);
    const summary = await store.find(sessionId);
    const artifacts = await findArtifacts(reader);
    const hasFiles = await isSavedFor(reader, moveId);
    const { workspace = '', pending = 0 } = summary ?? {};
    return { isKnown, hasFiles, records: reader.head.seq, workspace, pending, artifacts };
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
 * Moves a session from a server to here. The server gives it away, then it is imported, in full or not at all, and
 * replaces its beginning that was left here. After an interruption, the same pull continues.
 */
export async function pullSession(parts: MoveParts, sessionId: string): Promise<'came' | 'was here'> {
  const { store, owner, place, remote } = parts;
  const last = await findLast(store, sessionId);
  if (last !== undefined && last.type !== 'session_moved') return 'was here';
  const wanted = { to: place, moveId: parts.newId(), ...(last === undefined ? {} : { knows: last.id }) };
  const { moveId } = await remote.release(sessionId, wanted);
  // Use the requested id, not the one in the server's export.
  const lines = remote.exportLines(sessionId);
  await importSession(store, { lines, owner, as: sessionId, arrival: { at: place, moveId } });
  return 'came';
}

/**
 * Makes a session writable here again without contacting the server. Only correct if it never arrived there. Returns
 * false if it was not moved.
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

/** Resolves to the id of the move: a new one, or that of an interrupted push to the same server. */
async function giveAway({ store, owner, url, newId, files }: MoveParts, sessionId: string): Promise<string> {
  const last = await findLast(store, sessionId);
  if (last?.type === 'session_moved') {
    if (last.body.to === url) return last.body.moveId;
    refuseMoved(sessionId, last);
  }
  const moveId = newId();
  const { workspace = '' } = (await store.find(sessionId)) ?? {};
  const log = await store.open(sessionId, { owner });
  try {
    // While the log is held, so that no turn changes files after they were saved.
    const saved = (await files?.send({ sessionId, workspace, moveId })) ?? [];
    await log.append([...saved, { type: 'session_moved', body: { to: url, moveId } }]);
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

/** Whether the last move has a save of its own. */
async function isSavedFor(reader: SessionReader, moveId: string): Promise<boolean> {
  const { seq } = reader.head;
  for await (const { type, body } of reader.read({ from: Math.max(1, seq - 1), to: seq }))
    if (type === 'files_saved' && body.copy === moveId) return true;
  return false;
}

async function findArtifacts(reader: SessionReader): Promise<string[]> {
  const found = new Set<string>();
  const add = ({ artifact }: { readonly artifact?: string | undefined }): void => {
    if (artifact !== undefined && parseArtifactName(artifact) === undefined) found.add(artifact);
  };
  for await (const record of reader.read()) {
    if (record.type === 'tool_finished') add(record.body);
    if (record.type === 'context_masked') record.body.calls.forEach(add);
  }
  return [...found];
}

/** All records from one on; closes the reader at the end. */
async function* closing(reader: SessionReader, from = 1): AsyncIterable<LogRecord> {
  try {
    yield* reader.read({ from: Math.max(1, from) });
  } finally {
    await reader.close();
  }
}

/** It is unknown whether the session arrived; the same push finds out and continues. */
function unfinished(error: AgentError, url: string, sessionId: string): AgentError {
  const { message, hint } = moveTexts.unfinished(error.message, url, sessionId);
  return new AgentError(error.code, message, { hint, retryable: true, cause: error });
}
