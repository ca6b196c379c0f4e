import { AgentError } from '@bowline/protocol';
import { statSync } from 'node:fs';
import type { Rewind, SeqRange } from '../records/lineage.ts';
import { placeGroups, type AppendGroup, type AppendOutcome } from '../records/place-groups.ts';
import type { LogHead, Snapshot, VerifyReport } from '../session-log.ts';
import type { HeadWitness } from './head-witness.ts';
import { createRow, type RecordRow } from './record-table.ts';
import { SessionDatabase } from './session-database.ts';
import type { SessionEngine } from './session-engine.ts';
import { syncFolder, type SessionFiles } from './session-files.ts';
import type { SessionLock } from './session-lock.ts';
import { toStoreError, translateErrors } from './store-error.ts';
import { proveTail, verifyDatabase } from './verify-database.ts';

/** The parts of an opened session. */
export interface WriterParts {
  readonly files: SessionFiles;
  readonly database: SessionDatabase;
  readonly lock: SessionLock;
  readonly witness: HeadWitness;
  readonly epoch: number;
  readonly head: LogHead;
  readonly sessionId: string;
  readonly remote: string | undefined;
}

/** The only writer of a session. Appends under its epoch, and reads the database again after an I/O error. */
export class SessionWriter implements SessionEngine {
  readonly opened: SessionEngine['opened'];
  readonly #parts: WriterParts;
  #database: SessionDatabase;
  #head: LogHead;
  #state: 'sound' | 'suspect' | 'fenced' | 'closed' = 'sound';

  constructor(parts: WriterParts) {
    this.#parts = parts;
    this.#database = parts.database;
    this.#head = parts.head;
    this.opened = {
      sessionId: parts.sessionId,
      epoch: parts.epoch,
      head: parts.head,
      warnings:
        parts.remote === undefined
          ? []
          : [`sessions are on ${parts.remote}: other processes cannot read a session while it is open`],
      folder: parts.files.folder,
    };
  }

  append(groups: readonly AppendGroup[]): readonly AppendOutcome[] {
    this.#assertUsable();
    try {
      if (this.#state === 'suspect') this.#reopen();
      return this.#commit(groups);
    } catch (thrown) {
      const error = toStoreError(thrown, `write session ${this.opened.sessionId}`);
      // If the disk is full, nothing was written. A new connection would move the write-ahead log into freed space and
      // fill the disk again.
      if (this.#state === 'sound' && error.code !== 'STORE_FULL') this.#state = 'suspect';
      throw error;
    }
  }

  page(range: SeqRange, limit: number): RecordRow[] {
    return this.#read(() => this.#database.records.page(range, limit));
  }

  head(): LogHead {
    return this.#head;
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

  saveSnapshot(snapshot: Snapshot): void {
    this.#assertUsable();
    try {
      this.#database.snapshots.save(snapshot, this.#parts.epoch);
    } catch (thrown) {
      this.#state = 'suspect';
      throw toStoreError(thrown, `save a snapshot of session ${this.opened.sessionId}`);
    }
  }

  verify(): VerifyReport {
    return this.#read(() => verifyDatabase(this.#database, this.#parts.files));
  }

  close(): void {
    if (this.#state === 'closed') return;
    const wasSound = this.#state === 'sound';
    this.#state = 'closed';
    try {
      translateErrors(`close session ${this.opened.sessionId}`, () => {
        this.#leave(wasSound);
      });
    } finally {
      this.#parts.witness.close();
      this.#parts.lock.release();
    }
  }

  #leave(wasSound: boolean): void {
    const { files, witness, epoch } = this.#parts;
    if (!this.#database.isOpen) return;
    let isOurs = false;
    try {
      isOurs = wasSound && this.#database.meta.read().epoch === epoch;
      this.#database.checkpoint();
    } finally {
      this.#database.close();
    }
    // The last connection to close removes the write-ahead log; only then does the file hold everything.
    if (!isOurs || (statSync(files.wal, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
    syncFolder(files.folder); // else a power cut could restore the log next to a seal without it
    witness.seal(this.#head, epoch, files.database);
  }

  #read<T>(work: () => T): T {
    return translateErrors(`read session ${this.opened.sessionId}`, () => {
      if (this.#state !== 'closed' && !this.#database.isOpen) this.#reopen();
      return work();
    });
  }

  #commit(groups: readonly AppendGroup[]): readonly AppendOutcome[] {
    const { records, outcomes, head } = placeGroups(groups, this.#head);
    const rows = records.map((record) => createRow(record, this.#parts.epoch, record));
    const [first] = rows;
    if (first === undefined) return outcomes;
    const isWritten =
      rows.length === 1
        ? this.#database.records.insert(first)
        : this.#database.transaction(() => {
            const isOurs = this.#database.meta.read().epoch === this.#parts.epoch;
            return isOurs && rows.every((row) => this.#database.records.insert(row));
          });
    if (!isWritten) {
      this.#state = 'fenced';
      this.#assertUsable();
    }
    this.#head = head;
    this.#witness();
    return outcomes;
  }

  #witness(): void {
    try {
      this.#parts.witness.write(this.#head, this.#parts.epoch);
    } catch {
      // The records are committed, so the append does not fail: the next commit writes it again, and closing reports a
      // failure.
    }
  }

  /**
   * After a failed write the connection and the kernel's page cache may disagree with the disk, and a commit that was
   * reported as failed may still be there. A new connection reads the actual state, which must include every
   * acknowledged record.
   */
  #reopen(): void {
    const { files, epoch, remote } = this.#parts;
    if (this.#database.isOpen) this.#database.close();
    this.#database = SessionDatabase.open(files.database, remote !== undefined);
    if (this.#database.meta.read().epoch !== epoch) {
      this.#state = 'fenced';
      this.#assertUsable();
    }
    const head = this.#database.records.head();
    proveTail(this.#database, this.#head, head);
    this.#head = head;
    this.#state = 'sound';
  }

  #assertUsable(): void {
    const { sessionId } = this.opened;
    if (this.#state === 'closed') throw new AgentError('SESSION_CLOSED', `Session ${sessionId} is closed`);
    if (this.#state === 'fenced') {
      throw new AgentError('SESSION_FENCED', `Another process took over session ${sessionId}`, {
        hint: 'This process no longer writes to it. Attach to the session to follow it',
      });
    }
  }
}
