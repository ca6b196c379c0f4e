import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { hash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Which contents to drop. */
export interface PruneOptions {
  /** Hashes to keep whatever their age, for example those of all steps that can still be undone. */
  readonly keep?: readonly string[];
  /** Drops what was not stored or needed since this time, in milliseconds. Default: 30 days ago. */
  readonly since?: number;
}

/** What was dropped. */
export interface Pruned {
  readonly contents: number;
  readonly bytes: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_AGE_MS = 30 * DAY_MS;
/** What a look or a restore has just stored is not dropped to make room for the rest of it. */
const RECENT_MS = 60 * 60 * 1000;
/** Smaller contents do not shrink. */
const MIN_PACKED = 128;
/** Other processes wait while a transaction is open. */
const MAX_PENDING = 16 * 1024 * 1024;

/** File contents by hash, within a size budget. Writes are grouped until `flush`. */
export class Contents {
  readonly #database: DatabaseSync;
  readonly #budget: number;
  readonly #secrets: readonly Buffer[];
  readonly #find: StatementSync;
  readonly #insert: StatementSync;
  readonly #touch: StatementSync;
  #bytes: number;
  #pending = 0;
  #isOpen = false;

  constructor(database: DatabaseSync, budget: number, secrets: readonly string[] = []) {
    this.#database = database;
    this.#budget = budget;
    this.#secrets = secrets.filter((text) => text !== '').map((text) => Buffer.from(text));
    this.#find = database.prepare('SELECT used FROM content WHERE hash = ?');
    this.#insert = database.prepare('INSERT OR IGNORE INTO content VALUES (?, ?, ?, ?, ?)');
    this.#touch = database.prepare('UPDATE content SET used = ? WHERE hash = ?');
    this.#bytes = this.#sum();
  }

  has(key: string): boolean {
    return this.#find.get(key) !== undefined;
  }

  /** Whether a content has a known secret in it. Such a content is never stored. */
  holdsSecret(bytes: Uint8Array): boolean {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return this.#secrets.some((secret) => content.includes(secret));
  }

  /** Stores a content. False if it holds a secret, or if the budget is used up by contents that are still needed. */
  put(key: string, bytes: Uint8Array): boolean {
    if (this.#secrets.length > 0 && this.#find.get(key) === undefined && this.holdsSecret(bytes)) return false;
    const now = Date.now();
    const known = this.#find.get(key);
    if (known !== undefined) {
      if (Number(known['used']) < now - DAY_MS) this.write(() => this.#touch.run(now, key));
      return true;
    }
    const packed = bytes.length < MIN_PACKED ? bytes : deflateRawSync(bytes, { level: 1 });
    const isPacked = packed.length < bytes.length * 0.95;
    const stored = isPacked ? packed : bytes;
    if (this.#bytes + stored.length > this.#budget && !this.#makeRoom(stored.length)) return false;
    this.write(() => this.#insert.run(key, bytes.length, isPacked ? 1 : 0, now, stored));
    this.#bytes += stored.length;
    this.#pending += stored.length;
    if (this.#pending > MAX_PENDING) this.flush();
    return true;
  }

  /** A content, or undefined if it was dropped or is damaged. */
  get(key: string): Uint8Array | undefined {
    const row = this.#database.prepare('SELECT packed, bytes FROM content WHERE hash = ?').get(key);
    if (row === undefined) return undefined;
    const bytes = unpack(row['bytes'] as Uint8Array, row['packed'] === 1);
    return bytes !== undefined && hash('sha256', bytes, 'hex') === key ? bytes : undefined;
  }

  /** Runs a statement in the transaction that `flush` commits. */
  write(work: () => unknown): void {
    if (!this.#isOpen) this.#database.exec('BEGIN IMMEDIATE');
    this.#isOpen = true;
    work();
  }

  /** Makes everything durable that was written. */
  flush(): void {
    if (this.#isOpen) this.#database.exec('COMMIT');
    this.#isOpen = false;
    this.#pending = 0;
  }

  /** Abandons what was written since the last flush. */
  abandon(): void {
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    this.#pending = 0;
    try {
      if (wasOpen) this.#database.exec('ROLLBACK');
      this.#bytes = this.#sum();
    } catch {
      // SQLite has ended the transaction already. The error that led here says more.
    }
  }

  /** Drops contents that are too old, and then the oldest until the rest is within the budget. */
  prune({ keep = [], since = Date.now() - MAX_AGE_MS }: PruneOptions = {}): Pruned {
    this.flush();
    this.#bytes = this.#sum();
    const kept = new Set(keep);
    const pruned = this.#drop(
      this.#bytes - this.#budget,
      ({ hash: key, used }, isTooMuch) => !kept.has(key) && (used < since || isTooMuch),
    );
    this.flush();
    this.#database.exec('PRAGMA incremental_vacuum');
    return pruned;
  }

  #makeRoom(bytes: number): boolean {
    const wanted = this.#bytes + bytes - this.#budget;
    const since = Date.now() - RECENT_MS;
    return this.#drop(wanted, ({ used }, isTooMuch) => isTooMuch && used < since).bytes >= wanted;
  }

  /** Drops unneeded contents, the oldest first. Contents of the current files and of a journal are always needed. */
  #drop(tooMuch: number, isDropped: (row: ContentRow, isTooMuch: boolean) => boolean): Pruned {
    const rows = this.#database
      .prepare(
        `SELECT hash, used, length(bytes) AS bytes FROM content
         WHERE hash NOT IN (SELECT hash FROM entry WHERE hash IS NOT NULL)
         AND NOT EXISTS (SELECT 1 FROM journal WHERE instr(body, content.hash) > 0) ORDER BY used`,
      )
      .all()
      .map((row) => ({ hash: String(row['hash']), used: Number(row['used']), bytes: Number(row['bytes']) }));
    const remove = this.#database.prepare('DELETE FROM content WHERE hash = ?');
    let [contents, bytes] = [0, 0];
    for (const row of rows) {
      if (!isDropped(row, bytes < tooMuch)) continue;
      this.write(() => remove.run(row.hash));
      contents += 1;
      bytes += row.bytes;
    }
    this.#bytes -= bytes;
    return { contents, bytes };
  }

  #sum(): number {
    return Number(this.#database.prepare('SELECT sum(length(bytes)) AS bytes FROM content').get()?.['bytes'] ?? 0);
  }
}

interface ContentRow {
  readonly hash: string;
  readonly used: number;
  readonly bytes: number;
}

function unpack(bytes: Uint8Array, isPacked: boolean): Uint8Array | undefined {
  try {
    return isPacked ? inflateRawSync(bytes) : bytes;
  } catch {
    return undefined;
  }
}
