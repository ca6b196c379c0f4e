import type { ColumnType, Generated } from 'kysely';

/** A count of PostgreSQL that may be longer than a number of JavaScript; the driver gives text. */
type Count = ColumnType<string, number, number>;
/** JSON as it was written: `jsonb` would refuse what a person may well send, such as a NUL. */
type Json = ColumnType<unknown, string, string>;

interface SessionRow {
  readonly tenant: string;
  readonly session_id: string;
  readonly epoch: Count;
  readonly head_seq: Count;
  readonly head_hash: string;
  readonly holder: string | null;
  readonly owner: ColumnType<unknown, string | null, string | null>;
  readonly held_until: Date | null;
  readonly workspace: string;
  readonly updated_at: string;
  readonly is_open: boolean;
  readonly pending: number;
  readonly summary: string | null;
}

interface RecordRow {
  readonly tenant: string;
  readonly session_id: string;
  readonly seq: Count;
  readonly epoch: Count;
  readonly at: string;
  readonly stream_id: string | null;
  readonly type: string;
  readonly body: string;
  readonly hash: string;
}

interface ServerSessionRow {
  readonly tenant: string;
  readonly session_id: string;
  readonly workspace: string;
  readonly wishes: Json;
  readonly created_at: Generated<Date>;
}

/** The tables that are queried with types; the others are asked through functions of the database. */
export interface Tables {
  readonly 'bowline.session': SessionRow;
  readonly 'bowline.record': RecordRow;
  readonly 'bowline.server_session': ServerSessionRow;
}
