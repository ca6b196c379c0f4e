import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { RecordFields } from './log-record.ts';

/** What the first record's hash is chained to. */
export const GENESIS = '0'.repeat(64);

/** The hash of a record: of its place, its fields and the hash before it. */
export function hashRecord(previous: string, seq: number, fields: RecordFields): string {
  return hash('sha256', `${previous}\n${seq}\n${fields.at}\n${fields.streamId ?? ''}\n${fields.type}\n${fields.body}`);
}

/** A row's checksum: cheap, and checkable without the row before it. */
export function checksumRow(
  row: { readonly seq: number; readonly epoch: number; readonly hash: string } & RecordFields,
): number {
  return crc32(`${row.seq}\n${row.epoch}\n${row.at}\n${row.streamId ?? ''}\n${row.type}\n${row.hash}`, crc32(row.body));
}
