import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Contents } from './contents.ts';
import type { FileState } from './file-state.ts';

/** A path as it was last seen. */
export interface ListedEntry {
  readonly state: FileState;
  /** See `ReadEntry`. */
  readonly stamp: string;
}

/**
 * Everything that was seen by the last look. Kept in the store as well, so that the next process reads only files whose
 * stamp differs. Processes that share a store overwrite each other's rows: a stamp is valid in all of them.
 */
export class TreeListing {
  readonly #contents: Contents;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #name: StatementSync;
  #entries: Map<string, ListedEntry>;
  #checkpoint: string | undefined;
  /** False until the first look: the rows may be from an earlier process. */
  isCurrent = false;

  constructor(database: DatabaseSync, contents: Contents) {
    this.#contents = contents;
    this.#insert = database.prepare('INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?)');
    this.#delete = database.prepare('DELETE FROM entry WHERE path = ?');
    this.#name = database.prepare('INSERT OR REPLACE INTO checkpoint VALUES (1, ?)');
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

  /** Replaces the whole listing, names it and writes what differs. */
  replace(next: Map<string, ListedEntry>, checkpoint = this.#checkpoint): void {
    const before = this.#entries;
    for (const [path, entry] of next) if (before.get(path) !== entry) this.#save(path, entry);
    for (const path of before.keys()) if (!next.has(path)) this.#remove(path);
    if (checkpoint !== undefined && checkpoint !== this.#checkpoint)
      this.#contents.write(() => this.#name.run(checkpoint));
    // If this fails, the next look compares with the same listing as this one.
    this.#contents.flush();
    this.#entries = next;
    this.#checkpoint = checkpoint;
    this.isCurrent = true;
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
  const id = database.prepare('SELECT id FROM checkpoint').get()?.['id'];
  return id === undefined ? undefined : String(id);
}
