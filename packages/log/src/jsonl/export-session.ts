import { FORMAT } from '../records/record-bodies.ts';
import type { SessionReader } from '../session-log.ts';

/**
 * Exports a session as JSON Lines: a header with its identity and its last record, then one record per line with its
 * hash. The header makes a missing last line detectable.
 */
export async function* exportSession(reader: SessionReader): AsyncIterable<string> {
  const { seq, hash } = reader.head;
  yield JSON.stringify({ bowline: 'session', format: FORMAT, sessionId: reader.sessionId, records: seq, hash });
  for await (const { id: _, stored, ...record } of reader.read({ to: seq }))
    yield JSON.stringify(
      stored === undefined ? record : { ...record, type: stored.type, body: JSON.parse(stored.body) as unknown },
    );
}
