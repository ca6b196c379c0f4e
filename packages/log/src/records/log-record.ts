import { AgentError } from '@bowline/protocol';
import * as z from 'zod';
import { migrateRecord } from './migrate-record.ts';
import { recordBodies, type RecordBody, type RecordType } from './record-bodies.ts';

type Typed<Envelope> = {
  [Type in RecordType]: Envelope & { readonly type: Type; readonly body: RecordBody<Type> };
}[RecordType];

/** A record without a position in the log. */
export type NewRecord = Typed<{ readonly streamId?: string | undefined }>;

/** A record in the log. */
export type LogRecord = Typed<{
  /** Starts at 1 and has no gaps. */
  readonly seq: number;
  /** Stable, and the same in a fork, an export and an import. */
  readonly id: string;
  readonly at: string;
  readonly streamId?: string | undefined;
  /** Covers this record as it is stored and the previous hash. */
  readonly hash: string;
  /** The stored form, if it is in an older format. */
  readonly stored?: StoredForm;
}>;

/** The type and body of a record as text, as they were hashed. */
export type StoredForm = Pick<RecordFields, 'type' | 'body'>;

/** A record of one type, with its typed body. */
export type RecordOf<Type extends RecordType> = Extract<LogRecord, { type: Type }>;

/** The fields of a record as the store keeps them: the body is text and is hashed unchanged. */
export interface RecordFields {
  readonly at: string;
  readonly streamId: string | null;
  readonly type: string;
  readonly body: string;
}

/**
 * Validates a new record and serializes its body. Throws `RECORD_INVALID`, which means a bug of ours or a bad import.
 */
export function encodeRecord(record: NewRecord, at: string): RecordFields {
  const body = JSON.stringify(parseBody(record.type, record.body, ONCE));
  return { at, streamId: record.streamId ?? null, type: record.type, body };
}

/**
 * Encodes a record of another log as it is stored there. An older format stays unchanged, so that the hash is valid.
 */
export function encodeAgain(record: LogRecord): RecordFields {
  const { at, streamId = null, stored } = record;
  return stored === undefined ? encodeRecord(record, at) : { at, streamId, ...stored };
}

/** Most types are written only a few times per process, so compiling their validators costs more than it saves. */
const ONCE = { jitless: true } as const;

/** Validates the body of a record type. */
export function parseBody(type: string, body: unknown, how?: typeof ONCE): unknown {
  if (!isRecordType(type)) throw new AgentError('RECORD_INVALID', `Unknown record type: ${type}`);
  const parsed = recordBodies[type].safeParse(body, how);
  if (parsed.success) return parsed.data;
  throw new AgentError('RECORD_INVALID', `Invalid record ${type}: ${z.prettifyError(parsed.error)}`);
}

function isRecordType(type: string): type is RecordType {
  return Object.hasOwn(recordBodies, type);
}

/**
 * Decodes fields with a valid checksum to a record of the current format. Data validated on writing is not validated
 * again.
 */
export function decodeRecord(fields: RecordFields, seq: number, hash: string): LogRecord {
  const { at, streamId } = fields;
  const found = { type: fields.type, body: JSON.parse(fields.body) as unknown };
  const current = migrateRecord(found);
  const stored = current === found ? {} : { stored: { type: fields.type, body: fields.body } };
  const record = { seq, id: createRecordId(seq, hash), at, ...current, hash, ...stored };
  return (streamId === null ? record : { ...record, streamId }) as LogRecord;
}

/** The position makes the record easy to find, and the hash prefix keeps the id from matching another record. */
export function createRecordId(seq: number, hash: string): string {
  return `${seq}-${hash.slice(0, 12)}`;
}

/** Returns the position in a record id, or undefined if it is not a record id. */
export function toSeq(recordId: string): number | undefined {
  const match = /^([1-9]\d{0,14})-[0-9a-f]{12}$/.exec(recordId);
  return match?.[1] === undefined ? undefined : Number(match[1]);
}
