import { AgentError } from '@bowline/protocol';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ArtifactFolder, shareArtifacts } from './artifacts/artifact-folder.ts';
import type { ArtifactStore } from './artifacts/artifact-store.ts';
import { heldInFork } from './held-in-fork.ts';
import { SessionCatalog } from './index/session-catalog.ts';
import { encodeAgain, encodeRecord, type LogRecord } from './records/log-record.ts';
import { checkReturn } from './records/moved.ts';
import { carveSession } from './salvage/carve-session.ts';
import type {
  LogOwner,
  OpenOptions,
  Restored,
  SalvageReport,
  SessionLog,
  SessionReader,
  SessionStore,
  SessionSummary,
} from './session-log.ts';
import type { EngineHost } from './sqlite/engine-host.ts';
import type { SessionEngine } from './sqlite/session-engine.ts';
import { ensureFolder, filesIn, sessionFiles, syncFolder } from './sqlite/session-files.ts';
import { SessionLock } from './sqlite/session-lock.ts';
import { SqliteLog } from './sqlite/sqlite-log.ts';
import { translateErrors } from './sqlite/store-error.ts';
import { verifySession } from './sqlite/verify-database.ts';

const RESTORE_BATCH = 500;

/** The parts of a store on this machine. */
export interface SqliteStoreParts {
  /** Contains one folder per session. */
  readonly root: string;
  readonly host: EngineHost;
  readonly now: () => Date;
}

/** Stores sessions in a folder, one database each, so that damage to one does not affect another. */
export class SqliteStore implements SessionStore {
  readonly artifacts: ArtifactStore;
  readonly #parts: SqliteStoreParts;
  readonly #catalog: SessionCatalog;

  constructor(parts: SqliteStoreParts) {
    this.#parts = parts;
    translateErrors('open the sessions folder', () => {
      ensureFolder(parts.root);
    });
    this.artifacts = new ArtifactFolder(parts.root);
    this.#catalog = new SessionCatalog(parts.root, (sessionId) => this.openReader(sessionId));
  }

  async open(sessionId: string, options: OpenOptions): Promise<SessionLog> {
    return await this.#open(this.#parts.root, sessionId, options);
  }

  async openReader(sessionId: string): Promise<SessionReader> {
    return new SqliteLog(await this.#parts.host.openViewer(this.#parts.root, sessionId), this.#parts.now);
  }

  async list(filter: { readonly workspace?: string } = {}): Promise<readonly SessionSummary[]> {
    return await this.#catalog.list(filter);
  }

  async find(wanted: string, filter: { readonly workspace?: string } = {}): Promise<SessionSummary | undefined> {
    return await this.#catalog.find(wanted, filter);
  }

  async delete(sessionId: string): Promise<void> {
    const { folder } = this.#existing(sessionId);
    const locks = this.#lockAll(sessionId);
    try {
      translateErrors(`delete session ${sessionId}`, () => {
        const grave = join(this.#parts.root, `.deleted-${sessionId}-${this.#stamp()}`);
        renameSync(folder, grave);
        syncFolder(this.#parts.root);
        rmSync(grave, { recursive: true });
      });
    } finally {
      for (const lock of locks) lock.release();
    }
  }

  async restore(restored: Restored): Promise<void> {
    const { sessionId } = restored;
    const { folder } = sessionFiles(this.#parts.root, sessionId);
    if (existsSync(folder)) {
      if (restored.isReturn === true) {
        await this.#replace(restored);
        return;
      }
      throw new AgentError('SESSION_EXISTS', `Session ${sessionId} already exists`, { hint: 'Use another id' });
    }
    await this.#build(restored);
    this.#moveIn(sessionId);
  }

  async fork(
    sessionId: string,
    fork: { readonly at: number; readonly as: string; readonly owner: LogOwner },
  ): Promise<void> {
    const reader = await this.openReader(sessionId);
    try {
      const [last] = await all(reader.read({ from: fork.at, to: fork.at }));
      if (last === undefined) throw new AgentError('RECORD_INVALID', `Session ${sessionId} has no record ${fork.at}`);
      const held = await heldInFork(reader, fork.at);
      const body = { sessionId: fork.as, from: sessionId, at: fork.at, hash: last.hash, held };
      const records = reader.read({ to: fork.at });
      const then = [{ type: 'session_forked', body } as const];
      await this.restore({ sessionId: fork.as, owner: fork.owner, records, sharing: sessionId, then });
    } finally {
      await reader.close();
    }
  }

  async salvage(sessionId: string, owner: LogOwner): Promise<SalvageReport> {
    const files = this.#existing(sessionId);
    const locks = this.#lockAll(sessionId);
    try {
      const { problems } = verifySession(files);
      const { records, lost } = carveSession(files);
      await this.#build({ sessionId, owner, records: iterate(records) });
      const kept = join(this.#parts.root, '.damaged');
      ensureFolder(kept);
      const original = join(kept, `${sessionId}-${this.#stamp()}`);
      renameSync(files.folder, original);
      shareArtifacts(filesIn(original), this.#incoming(sessionId));
      this.#moveIn(sessionId);
      return { kept: records.length, lost, problems, original };
    } finally {
      for (const lock of locks) lock.release();
    }
  }

  async close(): Promise<void> {
    this.#catalog.close();
    await this.#parts.host.close();
  }

  async #open(root: string, sessionId: string, options: OpenOptions): Promise<SqliteLog> {
    const at = this.#parts.now().toISOString();
    return new SqliteLog(await this.#parts.host.openWriter({ root, sessionId, at }, options), this.#parts.now);
  }

  /** Writes a session to a separate folder, so that an unfinished one is never mistaken for a finished one. */
  async #build({ sessionId, owner, records, artifacts, sharing, then = [] }: Restored): Promise<void> {
    rmSync(this.#incoming(sessionId).folder, { recursive: true, force: true });
    const root = join(this.#parts.root, '.incoming');
    const kept = new ArtifactFolder(root);
    for await (const text of artifacts ?? []) await kept.put(sessionId, text);
    if (sharing !== undefined) shareArtifacts(sessionFiles(this.#parts.root, sharing), this.#incoming(sessionId));
    const at = this.#parts.now().toISOString();
    const engine = await this.#parts.host.openWriter({ root, sessionId, at }, { owner, create: true });
    try {
      for await (const batch of batches(records)) await restoreBatch(engine, batch);
      if (then.length > 0)
        await engine.append([{ records: then.map((record) => encodeRecord(record, at)), after: null }]);
    } finally {
      await engine.close();
    }
  }

  /** Replaces the local prefix of a session that returns. */
  async #replace(restored: Restored): Promise<void> {
    const { sessionId } = restored;
    const files = this.#existing(sessionId);
    const locks = this.#lockAll(sessionId);
    try {
      const reader = await this.openReader(sessionId);
      const last = await lastOf(reader);
      await reader.close();
      await this.#build({ ...restored, records: checkReturn(restored.records, { sessionId, last }) });
      shareArtifacts(files, this.#incoming(sessionId));
      const grave = join(this.#parts.root, `.deleted-${sessionId}-${this.#stamp()}`);
      translateErrors(`move session ${sessionId} out of the way`, () => {
        renameSync(files.folder, grave);
      });
      this.#moveIn(sessionId);
      rmSync(grave, { recursive: true });
    } finally {
      for (const lock of locks) lock.release();
    }
  }

  #moveIn(sessionId: string): void {
    translateErrors(`move session ${sessionId} into place`, () => {
      renameSync(this.#incoming(sessionId).folder, sessionFiles(this.#parts.root, sessionId).folder);
      syncFolder(this.#parts.root);
    });
  }

  #incoming(sessionId: string): ReturnType<typeof sessionFiles> {
    return sessionFiles(join(this.#parts.root, '.incoming'), sessionId);
  }

  #existing(sessionId: string): ReturnType<typeof sessionFiles> {
    const files = sessionFiles(this.#parts.root, sessionId);
    if (existsSync(files.folder)) return files;
    throw new AgentError('SESSION_NOT_FOUND', `Session not found: ${sessionId}`, {
      hint: 'List your sessions to find its id',
    });
  }

  #lockAll(sessionId: string): SessionLock[] {
    const { folder } = sessionFiles(this.#parts.root, sessionId);
    const locks = translateErrors(`lock session ${sessionId}`, () => SessionLock.acquireAll(folder));
    if (locks !== undefined) return locks;
    throw new AgentError('SESSION_BUSY', `Session ${sessionId} is in use by another process`, {
      hint: 'Stop that process first',
      retryable: true,
    });
  }

  #stamp(): string {
    return this.#parts.now().toISOString().replace(/\W/g, '');
  }
}

async function lastOf(reader: SessionReader): Promise<LogRecord | undefined> {
  const { seq } = reader.head;
  const [last] = await all(reader.read({ from: seq, to: seq }));
  return last;
}

async function restoreBatch(engine: SessionEngine, batch: readonly LogRecord[]): Promise<void> {
  const fields = batch.map(encodeAgain);
  const [outcome] = await engine.append([{ records: fields, after: (batch[0]?.seq ?? 1) - 1 }]);
  const wrong = outcome?.ok === true ? batch.find((record, n) => outcome.places[n]?.hash !== record.hash) : batch[0];
  if (wrong === undefined) return;
  const why = outcome?.ok === false ? outcome.message : 'its hash does not fit the record and the one before';
  throw new AgentError('IMPORT_INVALID', `Record ${wrong.seq}: ${why}`, {
    hint: 'The copy was changed or is incomplete. Nothing was imported',
  });
}

async function* batches(records: AsyncIterable<LogRecord>): AsyncIterable<LogRecord[]> {
  let batch: LogRecord[] = [];
  for await (const record of records) {
    batch.push(record);
    if (batch.length < RESTORE_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* iterate<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
