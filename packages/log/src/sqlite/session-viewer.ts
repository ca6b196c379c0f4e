import { AgentError } from '@bowline/protocol';
import { existsSync } from 'node:fs';
import type { Rewind, SeqRange } from '../records/lineage.ts';
import type { LogHead, Snapshot, VerifyReport } from '../session-log.ts';
import type { RecordRow } from './record-table.ts';
import { SessionDatabase } from './session-database.ts';
import type { SessionEngine } from './session-engine.ts';
import type { SessionFiles } from './session-files.ts';
import { translateErrors } from './store-error.ts';
import { verifySession } from './verify-database.ts';

/** Reads a session that another process may be writing. It never waits for the writer and never blocks it. */
export class SessionViewer implements SessionEngine {
  readonly opened: SessionEngine['opened'];
  readonly #database: SessionDatabase;
  readonly #files: SessionFiles;

  private constructor(files: SessionFiles, database: SessionDatabase) {
    const { sessionId, epoch } = database.meta.read();
    this.#files = files;
    this.#database = database;
    this.opened = { sessionId, epoch, head: database.records.head(), warnings: [], folder: files.folder };
  }

  static open(files: SessionFiles, sessionId: string): SessionViewer {
    if (!existsSync(files.database)) throw missing(files, sessionId);
    return translateErrors(`read session ${sessionId}`, () => {
      const database = SessionDatabase.openReadOnly(files.database);
      try {
        return new SessionViewer(files, database);
      } catch (thrown) {
        database.close();
        throw thrown;
      }
    });
  }

  append(): never {
    throw new AgentError('SESSION_CLOSED', `Session ${this.opened.sessionId} is read-only`);
  }

  page(range: SeqRange, limit: number): RecordRow[] {
    return this.#read(() => this.#database.records.page(range, limit));
  }

  head(): LogHead {
    return this.#read(() => this.#database.records.head());
  }

  streamStart(streamId: string): RecordRow | undefined {
    return this.#read(() => this.#database.records.streamStart(streamId));
  }

  rewinds(): Rewind[] {
    return this.#read(() => this.#database.records.rewinds());
  }

  snapshot(name: string, version: number, ranges: readonly SeqRange[]): Snapshot | undefined {
    return this.#read(() => this.#database.snapshots.latest(name, version, ranges));
  }

  saveSnapshot(): never {
    return this.append();
  }

  verify(): VerifyReport {
    return verifySession(this.#files);
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #read<T>(work: () => T): T {
    return translateErrors(`read session ${this.opened.sessionId}`, work);
  }
}

function missing(files: SessionFiles, sessionId: string): AgentError {
  return existsSync(files.witness) || existsSync(files.wal)
    ? new AgentError('SESSION_DAMAGED', `The database of session ${sessionId} is missing`, {
        hint: 'Restore it from a backup',
      })
    : new AgentError('SESSION_NOT_FOUND', `Session not found: ${sessionId}`, {
        hint: 'List your sessions to find its id',
      });
}
