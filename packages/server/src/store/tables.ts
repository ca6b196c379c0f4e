import type { ColumnType, Generated } from 'kysely';

/** A bigint, which may exceed JavaScript's safe integers. The driver returns it as a string. */
type Count = ColumnType<string, number, number>;
/** JSON stored as text: `jsonb` would reject valid input, such as a NUL character. */
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

interface ArtifactRow {
  readonly tenant: string;
  readonly hash: string;
  readonly bytes: Buffer;
}

interface ArtifactUseRow {
  readonly tenant: string;
  readonly session_id: string;
  readonly hash: string;
  readonly at: Generated<Date>;
}

interface LearnedRow {
  readonly tenant: string;
  readonly kind: string;
  readonly key: string;
  readonly text: string;
  readonly position: Generated<string>;
}

/** Tables that are queried with types. The others are accessed through database functions. */
export interface Tables {
  readonly 'bowline.session': SessionRow;
  readonly 'bowline.record': RecordRow;
  readonly 'bowline.server_session': ServerSessionRow;
  readonly 'bowline.learned': LearnedRow;
  readonly 'bowline.artifact': ArtifactRow;
  readonly 'bowline.artifact_use': ArtifactUseRow;
}
