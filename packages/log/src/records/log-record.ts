import { AgentError } from '@bowline/protocol';
import * as z from 'zod';
import { migrateRecord } from './migrate-record.ts';
import { recordBodies, type RecordBody, type RecordType } from './record-bodies.ts';

type Typed<Envelope> = {
  [Type in RecordType]: Envelope & { readonly type: Type; readonly body: RecordBody<Type> };
}[RecordType];

/** A record before the log has given it its place. */
export type NewRecord = Typed<{ readonly streamId?: string | undefined }>;

/** A record as it stands in the log for good. */
export type LogRecord = Typed<{
  /** Gap-free from 1. */
  readonly seq: number;
  /** Stable, and the same in a fork, an export and an import. */
  readonly id: string;
  readonly at: string;
  readonly streamId?: string | undefined;
  /** Over this record as it is stored, and the hash before it. */
  readonly hash: string;
  /** As it is stored, where that is in an older format. */
  readonly stored?: StoredForm;
}>;

/** A record's type and body as text, as its hash has them. */
export type StoredForm = Pick<RecordFields, 'type' | 'body'>;

/** The record of one type, its body typed. */
export type RecordOf<Type extends RecordType> = Extract<LogRecord, { type: Type }>;

/** A record's fields as the store keeps them: the body is text, hashed as it is. */
export interface RecordFields {
  readonly at: string;
  readonly streamId: string | null;
  readonly type: string;
  readonly body: string;
}

/** Checks a new record and writes its body down. Throws `RECORD_INVALID`; a bug of ours, or an import gone wrong. */
export function encodeRecord(record: NewRecord, at: string): RecordFields {
  const body = JSON.stringify(parseBody(record.type, record.body, ONCE));
  return { at, streamId: record.streamId ?? null, type: record.type, body };
}

/** A record of another log as it is stored there: in an older format to the letter, so that its hash holds. */
export function encodeAgain(record: LogRecord): RecordFields {
  const { at, streamId = null, stored } = record;
  return stored === undefined ? encodeRecord(record, at) : { at, streamId, ...stored };
}

/** Most types are written a few times in a process: a program made for their check costs more than it saves. */
const ONCE = { jitless: true } as const;

/** Unknown type and body to a checked body. */
export function parseBody(type: string, body: unknown, how?: typeof ONCE): unknown {
  if (!isRecordType(type)) throw new AgentError('RECORD_INVALID', `Unknown record type: ${type}`);
  const parsed = recordBodies[type].safeParse(body, how);
  if (parsed.success) return parsed.data;
  throw new AgentError('RECORD_INVALID', `Invalid record ${type}: ${z.prettifyError(parsed.error)}`);
}

function isRecordType(type: string): type is RecordType {
  return Object.hasOwn(recordBodies, type);
}

/** Fields whose checksum held, back to a record of this format. What was checked when it was written is not checked again. */
export function decodeRecord(fields: RecordFields, seq: number, hash: string): LogRecord {
  const { at, streamId } = fields;
  const found = { type: fields.type, body: JSON.parse(fields.body) as unknown };
  const current = migrateRecord(found);
  const stored = current === found ? {} : { stored: { type: fields.type, body: fields.body } };
  const record = { seq, id: createRecordId(seq, hash), at, ...current, hash, ...stored };
  return (streamId === null ? record : { ...record, streamId }) as LogRecord;
}

/** Place and fingerprint: found without an index, and never right for another record. */
export function createRecordId(seq: number, hash: string): string {
  return `${seq}-${hash.slice(0, 12)}`;
}

/** The place that a record id claims, or undefined when it is no record id. */
export function toSeq(recordId: string): number | undefined {
  const match = /^([1-9]\d{0,14})-[0-9a-f]{12}$/.exec(recordId);
  return match?.[1] === undefined ? undefined : Number(match[1]);
}
