import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { RecordFields } from './log-record.ts';

/** The previous hash of the first record. */
export const GENESIS = '0'.repeat(64);

/** Computes the hash of a record from its position, its fields and the previous hash. */
export function hashRecord(previous: string, seq: number, fields: RecordFields): string {
  return hash('sha256', `${previous}\n${seq}\n${fields.at}\n${fields.streamId ?? ''}\n${fields.type}\n${fields.body}`);
}

/** The checksum of a row: cheap, and verifiable without the previous row. */
export function checksumRow(
  row: { readonly seq: number; readonly epoch: number; readonly hash: string } & RecordFields,
): number {
  return crc32(`${row.seq}\n${row.epoch}\n${row.at}\n${row.streamId ?? ''}\n${row.type}\n${row.hash}`, crc32(row.body));
}
