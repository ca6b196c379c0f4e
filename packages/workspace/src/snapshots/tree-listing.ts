import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Contents } from './contents.ts';
import type { KnownCheckpoint, MissedChanges } from './checkpoint.ts';
import type { FileChange, FileState } from './file-state.ts';

/** A path as it was last seen. */
export interface ListedEntry {
  readonly state: FileState;
  /** See `ReadEntry`. */
  readonly stamp: string;
}

/** What a look found, and for which call. It is kept until the call's session has recorded it. */
export interface Look {
  readonly id: string;
  /** Null: the user has changed it. */
  readonly callId: string | null;
  readonly changes: readonly FileChange[];
}

/** More looks than a session leaves unrecorded. */
const KEPT_LOOKS = 64;

/**
 * Everything that was seen by the last look. Kept in the store as well, so that the next process reads only files whose
 * stamp differs. Processes that share a store overwrite each other's rows: a stamp is valid in all of them.
 */
export class TreeListing {
  readonly #contents: Contents;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #database: DatabaseSync;
  readonly #keepLook: StatementSync;
  readonly #dropLooks: StatementSync;
  #entries: Map<string, ListedEntry>;
  #checkpoint: string | undefined;
  /** False until the first look: the rows may be from an earlier process. */
  isCurrent = false;

  constructor(database: DatabaseSync, contents: Contents) {
    this.#contents = contents;
    this.#insert = database.prepare('INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?)');
    this.#delete = database.prepare('DELETE FROM entry WHERE path = ?');
    this.#database = database;
    this.#keepLook = database.prepare('INSERT OR IGNORE INTO look (id, call, changes) VALUES (?, ?, ?)');
    this.#dropLooks = database.prepare('DELETE FROM look WHERE n <= (SELECT max(n) FROM look) - ?');
    // Both from the same moment, although other processes write them too.
    database.exec('BEGIN');
    this.#entries = loadEntries(database);
    this.#checkpoint = loadCheckpoint(database);
    database.exec('COMMIT');
  }

  /** The checkpoint at which the entries were as they are now, apart from known writes since. */
  get checkpoint(): string | undefined {
    return this.#checkpoint;
  }

  get(path: string): ListedEntry | undefined {
    return this.#entries.get(path);
  }

  entries(): Iterable<readonly [string, ListedEntry]> {
    return this.#entries;
  }

  /** Replaces the whole listing and writes what differs, with the look that found it. */
  replace(next: Map<string, ListedEntry>, look?: Look): void {
    const before = this.#entries;
    for (const [path, entry] of next) if (before.get(path) !== entry) this.#save(path, entry);
    for (const path of before.keys()) if (!next.has(path)) this.#remove(path);
    if (look !== undefined && look.id !== this.#checkpoint)
      this.#contents.write(() => {
        this.#keepLook.run(look.id, look.callId, JSON.stringify(look.changes));
        this.#dropLooks.run(KEPT_LOOKS);
      });
    // If this fails, the next look compares with the same listing as this one.
    this.#contents.flush();
    this.#entries = next;
    this.#checkpoint = look?.id ?? this.#checkpoint;
    this.isCurrent = true;
  }

  /**
   * What was found for these calls since the first of the known checkpoints and is not among them, and whether nothing
   * else has looked since the last one. Undefined if none of them is stored.
   */
  findMissed(known: readonly KnownCheckpoint[]): { missed: readonly MissedChanges[]; isLast: boolean } | undefined {
    const ids = new Set(known.map(({ id }) => id));
    const calls = new Set(known.map(({ callId }) => callId));
    const rows = this.#database.prepare('SELECT id, call, changes FROM look ORDER BY n').all();
    const isKnown = rows.map(({ id }) => ids.has(String(id)));
    const [first, last] = [isKnown.indexOf(true), isKnown.lastIndexOf(true)];
    if (first === -1) return undefined;
    const missed: MissedChanges[] = [];
    let isLast = true;
    for (const [n, { id, call, changes }] of rows.entries()) {
      if (n < first || isKnown[n] === true || call === null) continue;
      const callId = String(call);
      if (!calls.has(callId)) isLast &&= n < last;
      else if (changes !== '[]')
        missed.push({ id: String(id), callId, changes: JSON.parse(String(changes)) as FileChange[] });
    }
    return { missed, isLast };
  }

  /** Sets one path, so that the next look does not report it. */
  set(path: string, entry: ListedEntry | undefined): void {
    if (entry === undefined) {
      this.#entries.delete(path);
      this.#remove(path);
    } else {
      this.#entries.set(path, entry);
      this.#save(path, entry);
    }
  }

  #save(path: string, { state, stamp }: ListedEntry): void {
    const hash = state.kind === 'file' ? state.hash : null;
    this.#contents.write(() => this.#insert.run(path, stamp, hash, JSON.stringify(state)));
  }

  #remove(path: string): void {
    this.#contents.write(() => this.#delete.run(path));
  }
}

/** All rows. A file whose content is not stored gets no stamp, so that it is read again. */
function loadEntries(database: DatabaseSync): Map<string, ListedEntry> {
  const rows = database
    .prepare(
      `SELECT path, state, CASE WHEN hash IS NULL OR hash IN (SELECT hash FROM content) THEN stamp ELSE '' END AS stamp
       FROM entry`,
    )
    .all();
  return new Map(
    rows.map(({ path, stamp, state }) => [
      String(path),
      { state: JSON.parse(String(state)) as FileState, stamp: String(stamp) },
    ]),
  );
}

function loadCheckpoint(database: DatabaseSync): string | undefined {
  const id = database.prepare('SELECT id FROM look ORDER BY n DESC LIMIT 1').get()?.['id'];
  return id === undefined ? undefined : String(id);
}
