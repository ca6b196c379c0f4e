import { AgentError, toKeptId } from '@bowline/protocol';
import { openStore, type SessionReader } from '@bowline/log';
import type { HostEnvironment } from './open-session.ts';

/** The session to fork, and how much of it. */
export interface ForkOptions {
  readonly sessionId: string;
  /** Up to before the stream of this event. Null: all of it. */
  readonly before: string | null;
}

/** Creates a new session that copies an old one up to a point. Resolves to its ID. */
export async function forkSession({ sessionId, before }: ForkOptions, machine: HostEnvironment): Promise<string> {
  const store = openStore({ root: machine.sessionsFolder });
  try {
    const reader = await store.openReader(sessionId);
    const at = await findEnd(reader, before).finally(() => reader.close());
    const as = machine.newId();
    await store.fork(sessionId, { at, as, owner: machine.owner });
    return as;
  } finally {
    await store.close();
  }
}

async function findEnd(reader: SessionReader, before: string | null): Promise<number> {
  if (before === null) return reader.head.seq;
  const [recordId = ''] = toKeptId(before).split('.');
  const record = await reader.find(recordId);
  if (record === undefined) throw new AgentError('UNKNOWN_EVENT', `Session ${reader.sessionId} has no event ${before}`);
  const start = record.streamId === undefined ? record : ((await reader.findStream(record.streamId)) ?? record);
  return Math.max(1, start.seq - 1);
}
