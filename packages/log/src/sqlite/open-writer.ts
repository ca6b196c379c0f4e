import { AgentError } from '@bowline/protocol';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { refuseMoved } from '../records/moved.ts';
import { sessionHeld } from '../session-held.ts';
import type { OpenOptions } from '../session-log.ts';
import { remoteFileSystem } from './file-system-kind.ts';
import { readOwner } from './find-owner.ts';
import { breakSeal, HeadWitness, readWitness } from './head-witness.ts';
import { SessionDatabase } from './session-database.ts';
import { ensureFile, ensureFolder, sessionFiles, type SessionFiles } from './session-files.ts';
import { SessionLock } from './session-lock.ts';
import { SessionWriter } from './session-writer.ts';
import { toStoreError } from './store-error.ts';
import { checkWitness, proveTail } from './verify-database.ts';

/** How many records at the end are verified on opening; `verify` checks all. */
const PROVEN_TAIL = 64;
/** A takeover may happen between reading the generation and locking it; then opening starts over. */
const TRIES = 3;

/** What opening needs to know about the session's location. */
export interface WriterPlace {
  readonly root: string;
  readonly sessionId: string;
  /** When the writer opened the session, as shown to other processes. */
  readonly at: string;
  /** The network file system of the session; detected if absent. */
  readonly remote?: string | undefined;
}

/** Takes the lock, starts an epoch, and verifies the end of the log. */
export function openWriter(place: WriterPlace, options: OpenOptions): SessionWriter {
  const files = sessionFiles(place.root, place.sessionId);
  try {
    if (options.create === true) ensureFolder(files.folder);
    else if (!existsSync(files.database)) throw notFound(place.sessionId);
    const remote = place.remote ?? remoteFileSystem(files.folder);
    for (let n = 0; n < TRIES; n += 1) {
      const writer = tryOpen({ ...place, files, remote }, options);
      if (writer !== undefined) return writer;
    }
    throw sessionHeld(place.sessionId, readOwner(files));
  } catch (thrown) {
    throw toStoreError(thrown, `open session ${place.sessionId}`);
  }
}

type Located = WriterPlace & { readonly files: SessionFiles };

function tryOpen(place: Located, options: OpenOptions): SessionWriter | undefined {
  const { files, sessionId } = place;
  const from = currentGeneration(files);
  const to = options.takeover === true && from !== undefined ? from + 1 : (from ?? 0);
  const lock = SessionLock.acquire(files.folder, to);
  if (lock === undefined) throw sessionHeld(sessionId, readOwner(files));
  try {
    const writer = claim(place, options, { lock, from: from ?? 0, to });
    if (writer === undefined) lock.release();
    return writer;
  } catch (thrown) {
    lock.release();
    throw thrown;
  }
}

function claim(
  place: Located,
  options: OpenOptions,
  held: { readonly lock: SessionLock; readonly from: number; readonly to: number },
): SessionWriter | undefined {
  const { files, sessionId, remote } = place;
  breakSeal(files.witness);
  const { database, isClaimed } = openDatabase(place, options);
  try {
    if (!isClaimed && !database.transaction(() => database.meta.claim(options.owner, place.at, held))) {
      database.close();
      return undefined;
    }
    const { epoch } = database.meta.read();
    const head = database.records.head();
    if (options.create === true && head.seq > 0) {
      throw new AgentError('SESSION_EXISTS', `Session ${sessionId} already exists`, {
        hint: 'Resume it, or use another id',
      });
    }
    if (head.seq > 0) proveEnd(files, database);
    const last = database.records.row(head.seq);
    if (last !== undefined) refuseMoved(sessionId, last);
    const isNewWitness = !existsSync(files.witness);
    const witness = new HeadWitness(files.witness);
    witness.write(head, epoch);
    // From here on the file exists at its full size, so that a power cut leaves an old line or a new one, never none.
    if (isNewWitness) witness.sync();
    return new SessionWriter({ files, database, lock: held.lock, witness, epoch, head, sessionId, remote });
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

function openDatabase(
  { files, sessionId, remote, at }: Located,
  { create: mayCreate = false, owner }: OpenOptions,
): { readonly database: SessionDatabase; readonly isClaimed: boolean } {
  const isRemote = remote !== undefined;
  if (existsSync(files.database) || !mayCreate) {
    try {
      return { database: SessionDatabase.open(files.database, isRemote), isClaimed: false };
    } catch (thrown) {
      // An earlier creation may have died before its only transaction. Its files are not a session yet.
      if (!mayCreate || existsSync(files.witness) || !isUnborn(files.database)) throw thrown;
      for (const file of [files.database, files.wal]) rmSync(file, { force: true });
    }
  }
  ensureFile(files.database);
  // The transaction that creates a session also claims it.
  return { database: SessionDatabase.create(files.database, { sessionId, owner, at, isRemote }), isClaimed: true };
}

/** Whether a file holds nothing yet: it is empty, only zeros were written, or it has no table. */
function isUnborn(path: string): boolean {
  if (readFileSync(path).every((byte) => byte === 0)) return true;
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      return database.prepare('SELECT name FROM sqlite_master LIMIT 1').get() === undefined;
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

function proveEnd(files: SessionFiles, database: SessionDatabase): void {
  const head = database.records.head();
  const known = database.records.row(Math.max(1, head.seq - PROVEN_TAIL));
  if (known !== undefined) proveTail(database, { seq: known.seq, hash: known.hash }, head);
  const problem = checkWitness(readWitness(files.witness), database, head);
  if (problem !== undefined)
    throw new AgentError('SESSION_DAMAGED', problem, {
      hint: 'Run bowline sessions salvage with its id. The original is kept',
    });
}

function currentGeneration(files: SessionFiles): number | undefined {
  if (!existsSync(files.database)) return undefined;
  try {
    const database = SessionDatabase.openReadOnly(files.database);
    try {
      return database.meta.read().generation;
    } finally {
      database.close();
    }
  } catch (thrown) {
    if (existsSync(files.witness)) throw thrown;
    return undefined; // the session is being created, or its creator died
  }
}

function notFound(sessionId: string): AgentError {
  return new AgentError('SESSION_NOT_FOUND', `Session not found: ${sessionId}`, {
    hint: 'List your sessions to find its id',
  });
}
