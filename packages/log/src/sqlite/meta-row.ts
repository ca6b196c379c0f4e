import { AgentError } from '@bowline/protocol';
import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import type { LogOwner } from '../session-log.ts';

const rowSchema = z.object({
  sessionId: z.string(),
  epoch: z.number(),
  generation: z.number(),
  owner: z.string(),
  crc: z.number(),
});
const ownerSchema = z.object({ pid: z.number(), host: z.string(), name: z.string(), since: z.string() });

/** The process that holds or last held a session, and since when. */
type RecordedOwner = z.infer<typeof ownerSchema>;

/** The writer of a session, its epoch, and the generation of its lock. */
export interface SessionMeta {
  readonly sessionId: string;
  readonly epoch: number;
  readonly generation: number;
  readonly owner: RecordedOwner;
}

/** The single row that identifies the writer. Every append is checked against its epoch. */
export class MetaRow {
  static readonly schema = `
    CREATE TABLE meta (
      one INTEGER PRIMARY KEY CHECK (one = 1), sessionId TEXT NOT NULL, epoch INTEGER NOT NULL,
      generation INTEGER NOT NULL, owner TEXT NOT NULL, crc INTEGER NOT NULL
    ) STRICT;`;

  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  read(): SessionMeta {
    const row = rowSchema.safeParse(this.#database.prepare('SELECT * FROM meta WHERE one = 1').get());
    if (!row.success || checksum(row.data) !== row.data.crc) {
      throw new AgentError('SESSION_DAMAGED', 'The session file is damaged (invalid metadata)', {
        hint: 'Run bowline sessions salvage with its id. The original is kept',
      });
    }
    return { ...row.data, owner: ownerSchema.parse(JSON.parse(row.data.owner)) };
  }

  /** Inserts the row of a new session, with its first epoch. */
  create(sessionId: string, owner: LogOwner, since: string): void {
    this.#write({ sessionId, epoch: 1, generation: 0, owner: { ...owner, since } });
  }

  /**
   * Starts a new epoch if the generation is still the expected one; returns false if another process was faster. Runs
   * in the caller's transaction.
   */
  claim(owner: LogOwner, since: string, generation: { readonly from: number; readonly to: number }): boolean {
    const meta = this.read();
    if (meta.generation !== generation.from) return false;
    this.#write({ ...meta, epoch: meta.epoch + 1, generation: generation.to, owner: { ...owner, since } });
    return true;
  }

  #write(meta: SessionMeta): void {
    const { sessionId, epoch, generation } = meta;
    const owner = JSON.stringify(meta.owner);
    this.#database
      .prepare('INSERT OR REPLACE INTO meta VALUES (1, ?, ?, ?, ?, ?)')
      .run(sessionId, epoch, generation, owner, checksum({ sessionId, epoch, generation, owner }));
  }
}

function checksum(meta: Omit<z.infer<typeof rowSchema>, 'crc'>): number {
  return crc32(`${meta.sessionId}\n${meta.epoch}\n${meta.generation}\n${meta.owner}`);
}
