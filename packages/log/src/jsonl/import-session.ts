import { AgentError } from '@bowline/protocol';
import * as z from 'zod';
import { GENESIS } from '../records/chain.ts';
import { createRecordId, parseBody, type LogRecord, type StoredForm } from '../records/log-record.ts';
import { migrateRecord, type AnyRecord } from '../records/migrate-record.ts';
import { FORMAT } from '../records/record-bodies.ts';
import { splitArtifactLines } from './artifact-lines.ts';
import type { LogOwner, SessionStore } from '../session-log.ts';

const headerSchema = z.object({
  bowline: z.literal('session'),
  format: z.int(),
  sessionId: z.string(),
  records: z.int().nonnegative(),
  hash: z.string(),
});
const lineSchema = z.object({
  seq: z.int().positive(),
  at: z.string(),
  streamId: z.string().optional(),
  type: z.string(),
  body: z.unknown(),
  hash: z.string(),
});

/** Which lines to import, and under which id. */
export interface ImportOptions {
  readonly lines: AsyncIterable<string>;
  readonly owner: LogOwner;
  /** Another id than the exported one. */
  readonly as?: string;
  /**
   * Set when the session is moved here, not copied: its last record must be that move, and it is written here
   * afterwards.
   */
  readonly arrival?: { readonly at: string; readonly moveId: string };
}

/**
 * Imports exported lines as a session and verifies every hash. Imports everything or nothing. Resolves to the session
 * id.
 */
export async function importSession(store: SessionStore, options: ImportOptions): Promise<string> {
  const lines = options.lines[Symbol.asyncIterator]();
  const first = await lines.next();
  const header = parseLine(headerSchema, first.done === true ? '' : first.value, 1);
  if (header.format > FORMAT) {
    throw new AgentError(
      'SESSION_TOO_NEW',
      `The export has format ${header.format}; this version reads formats up to ${FORMAT}`,
      { hint: 'Update Bowline' },
    );
  }
  const sessionId = options.as ?? header.sessionId;
  const { owner, arrival } = options;
  const { artifacts, rest } = splitArtifactLines(lines);
  const records = parseRecords(rest, header);
  if (arrival === undefined) await store.restore({ sessionId, owner, artifacts, records });
  else
    await store.restore({
      ...{ sessionId, owner, artifacts, isReturn: true },
      records: checkMoved(records, arrival.moveId),
      then: [{ type: 'session_arrived', body: arrival }],
    });
  return sessionId;
}

/** Passes the records on and rejects the session at its end unless it was moved away by this very move. */
async function* checkMoved(records: AsyncIterable<LogRecord>, moveId: string): AsyncIterable<LogRecord> {
  let last: LogRecord | undefined;
  for await (const record of records) {
    last = record;
    yield record;
  }
  if (last?.type !== 'session_moved' || last.body.moveId !== moveId)
    throw invalid('does not end with a move to this place, so the session may still be in use elsewhere');
}

async function* parseRecords(
  lines: AsyncIterable<string>,
  header: z.infer<typeof headerSchema>,
): AsyncIterable<LogRecord> {
  let last = { seq: 0, hash: GENESIS };
  for await (const text of lines) {
    if (text.trim() === '') continue;
    const line = parseLine(lineSchema, text, last.seq + 2);
    const { seq, hash } = line;
    const { type, body } = migrateRecord(line);
    const stored = body === line.body && type === line.type ? {} : { stored: toStored(line) };
    const record = { ...line, id: createRecordId(seq, hash), type, body: parseBody(type, body), ...stored };
    last = { seq, hash };
    yield record as LogRecord;
  }
  if (last.seq !== header.records || last.hash !== header.hash) {
    throw invalid(`ends at record ${last.seq} of ${header.records}`);
  }
}

function toStored({ type, body }: AnyRecord): StoredForm {
  return { type, body: JSON.stringify(body) };
}

function parseLine<Schema extends z.ZodType>(schema: Schema, text: string, n: number): z.infer<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    throw invalid(`has invalid JSON in line ${n}`, thrown);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalid(`has an invalid line ${n}: ${z.prettifyError(parsed.error)}`);
}

function invalid(what: string, cause?: unknown): AgentError {
  return new AgentError('IMPORT_INVALID', `The export ${what}`, {
    hint: 'The copy was changed or is incomplete. Nothing was imported',
    cause,
  });
}
