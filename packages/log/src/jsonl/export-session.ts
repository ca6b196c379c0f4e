import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import { FORMAT } from '../records/record-bodies.ts';
import type { SessionReader } from '../session-log.ts';
import { toArtifactLines } from './artifact-lines.ts';

/**
 * Exports a session as JSON Lines: a header with its identity and its last record, then its artifacts if they are
 * given, then one record per line with its hash. The header makes a missing last line detectable.
 */
export async function* exportSession(reader: SessionReader, artifacts?: ArtifactStore): AsyncIterable<string> {
  const { seq, hash } = reader.head;
  yield JSON.stringify({ bowline: 'session', format: FORMAT, sessionId: reader.sessionId, records: seq, hash });
  if (artifacts !== undefined) yield* toArtifactLines(artifacts, reader.sessionId);
  for await (const { id: _, stored, ...record } of reader.read({ to: seq }))
    yield JSON.stringify(
      stored === undefined ? record : { ...record, type: stored.type, body: JSON.parse(stored.body) as unknown },
    );
}
