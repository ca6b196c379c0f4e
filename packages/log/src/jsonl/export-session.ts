import { FORMAT } from '../records/record-bodies.ts';
import type { SessionReader } from '../session-log.ts';

/**
 * A session as lines of JSON: first what it is and how it ends, then a record a line with its hash.
 * The first line makes a missing last line show.
 */
export async function* exportSession(reader: SessionReader): AsyncIterable<string> {
  const { seq, hash } = reader.head;
  yield JSON.stringify({ bowline: 'session', format: FORMAT, sessionId: reader.sessionId, records: seq, hash });
  for await (const { id: _, stored, ...record } of reader.read({ to: seq }))
    yield JSON.stringify(
      stored === undefined ? record : { ...record, type: stored.type, body: JSON.parse(stored.body) as unknown },
    );
}
