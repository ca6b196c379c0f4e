import type { PlacedRecord } from '@bowline/log';
import type { Call } from './tenant-database.ts';

/** The records to append with their positions, the writer's epoch, and the new columns for session lists. */
export interface AppendRows {
  readonly sessionId: string;
  readonly epoch: number;
  /** The record that must be the last one in the log. */
  readonly after: number;
  readonly leaseMs: number;
  readonly records: readonly PlacedRecord[];
  readonly workspace: string;
  readonly isOpen: boolean;
  readonly pending: number;
  /** Null leaves it unchanged. An empty string means that it must be computed from the log again. */
  readonly summary: string | null;
}

/** The database call that appends all records or none. It returns false if the epoch or the last record differs. */
export function toAppendCall(tenant: string, rows: AppendRows): Call {
  const { sessionId, epoch, after, leaseMs, records, workspace, isOpen, pending, summary } = rows;
  const row = [tenant, sessionId, epoch, after, leaseMs, workspace, isOpen, pending, summary];
  const [first] = records;
  if (first === undefined || records.length > 1) {
    const column = (key: Column): unknown[] => records.map((record) => record[key]);
    return { name: 'bowline_append', text: toText('append'), values: [...row, ...COLUMNS.map(column)] };
  }
  return {
    name: 'bowline_append_one',
    text: toText('append_one'),
    values: [...row, ...COLUMNS.map((column) => first[column])],
  };
}

type Column = (typeof COLUMNS)[number];

const COLUMNS = ['at', 'streamId', 'type', 'body', 'hash'] as const;

function toText(name: string): string {
  return `select bowline.${name}($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) as is_appended`;
}
