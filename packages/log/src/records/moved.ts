import { AgentError } from '@bowline/protocol';
import * as z from 'zod';
import type { LogRecord } from './log-record.ts';

const bodySchema = z.object({ to: z.string() });

/** Throws if the last record says that the session was moved elsewhere. The body may be text, as stores keep it. */
export function refuseMoved(sessionId: string, last: { readonly type: string; readonly body: unknown }): void {
  if (last.type !== 'session_moved') return;
  const body = typeof last.body === 'string' ? (JSON.parse(last.body) as unknown) : last.body;
  const { to } = bodySchema.parse(body);
  const isServer = /^https?:/.test(to);
  throw new AgentError('SESSION_MOVED', `Session ${sessionId} was moved to ${to}`, {
    hint: isServer
      ? `Continue it there, or move it back: bowline sessions pull ${to} ${sessionId}`
      : 'Continue it there, or push it from there again',
    details: { to },
  });
}

/** The fields that are checked of the last record. */
export type LastRecord = Pick<LogRecord, 'type' | 'seq' | 'hash'>;

/** The error for a session that returns to a place that it never left. */
export function writtenHere(sessionId: string): AgentError {
  return new AgentError('SESSION_EXISTS', `Session ${sessionId} already exists here and was not moved away`, {
    hint: 'Remove it first, or keep using this one',
  });
}

/**
 * Passes on the records of a session that returns to where `last` is the last record. Throws unless it was moved away
 * from there and its records continue the ones there.
 */
export async function* checkReturn(
  records: AsyncIterable<LogRecord>,
  { sessionId, last }: { readonly sessionId: string; readonly last: LastRecord | undefined },
): AsyncIterable<LogRecord> {
  if (last !== undefined && last.type !== 'session_moved') throw writtenHere(sessionId);
  let isContinued = last === undefined;
  for await (const record of records) {
    if (record.seq === last?.seq) isContinued = record.hash === last.hash;
    yield record;
  }
  if (!isContinued)
    throw new AgentError('IMPORT_INVALID', `The import does not continue session ${sessionId} as it is here`, {
      hint: 'The copy was changed, or is another session with the same id. Nothing was imported',
    });
}
