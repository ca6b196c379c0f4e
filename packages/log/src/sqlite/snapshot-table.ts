import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import type { SeqRange } from '../records/lineage.ts';
import type { Snapshot } from '../session-log.ts';

const rowSchema = z.object({ seq: z.number(), state: z.string(), crc: z.number() });

/**
 * Derived state, stored only for speed. Each snapshot is bound to the record it was computed at, and none is required.
 */
export class SnapshotTable {
  static readonly schema = `
    CREATE TABLE snapshots (
      name TEXT NOT NULL, version INTEGER NOT NULL, seq INTEGER NOT NULL, hash TEXT NOT NULL, state TEXT NOT NULL,
      crc INTEGER NOT NULL, PRIMARY KEY (name, version, seq)
    ) STRICT, WITHOUT ROWID;`;

  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Returns the latest snapshot within ranges; ignores one that is damaged or belongs to another history. */
  latest(name: string, version: number, ranges: readonly SeqRange[]): Snapshot | undefined {
    const statement = this.#database.prepare(
      `SELECT s.seq AS seq, s.state AS state, s.crc AS crc FROM snapshots s JOIN records r ON r.seq = s.seq AND r.hash = s.hash
       WHERE s.name = ? AND s.version = ? AND s.seq BETWEEN ? AND ? ORDER BY s.seq DESC`,
    );
    for (const { from, to } of [...ranges].reverse()) {
      for (const row of statement.iterate(name, version, from, to)) {
        const { seq, state, crc } = rowSchema.parse(row);
        if (checksum(name, version, state) === crc) return { name, version, seq, state };
      }
    }
    return undefined;
  }

  /**
   * Saves nothing if the record does not exist or the epoch is over, so that a snapshot is never ahead of the log and
   * never comes from a writer that was taken over.
   */
  save({ name, version, seq, state }: Snapshot, epoch: number): void {
    this.#database
      .prepare(
        `INSERT OR REPLACE INTO snapshots SELECT ?, ?, seq, hash, ?, ? FROM records
         WHERE seq = ? AND (SELECT epoch FROM meta WHERE one = 1) = ?`,
      )
      .run(name, version, state, checksum(name, version, state), seq, epoch);
  }
}

function checksum(name: string, version: number, state: string): number {
  return crc32(`${name}\n${version}\n${state}`);
}
