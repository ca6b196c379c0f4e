import { AgentError, toKeptId, type FileChange } from '@bowline/protocol';
import { openStore, type LogOwner, type SessionReader, type SessionStore } from '@bowline/log';
import { readSteps } from '@bowline/runtime';
import type { HostEnvironment } from './host-environment.ts';

/** The session to fork, and how much of it. */
export interface ForkOptions {
  readonly sessionId: string;
  /** Up to before the stream of this event. Null: all of it. */
  readonly before: string | null;
  /** Restores the files to that point when the fork is opened. They are in the same folder as those of the session. */
  readonly withFiles?: boolean;
}

/** Creates a new session that copies an old one up to a point. Resolves to its ID. */
export async function forkSession(options: ForkOptions, machine: HostEnvironment): Promise<string> {
  const { sessionId, before, withFiles = false } = options;
  const store = openStore({ root: machine.sessionsFolder });
  try {
    const reader = await store.openReader(sessionId);
    const { at, steps } = await readFork(reader, before).finally(() => reader.close());
    const as = machine.newId();
    await store.fork(sessionId, { at, as, owner: machine.owner });
    if (withFiles && steps.length > 0) await requestFiles(store, as, { at, steps, owner: machine.owner });
    return as;
  } finally {
    await store.close();
  }
}

interface ForkedFiles {
  readonly at: number;
  /** What has changed files since. The fork does not have these records. */
  readonly steps: readonly (readonly FileChange[])[];
}

async function readFork(reader: SessionReader, before: string | null): Promise<ForkedFiles> {
  const at = await findEnd(reader, before);
  return { at, steps: await readSteps(reader, at) };
}

/** The process that opens the fork first restores its files. */
async function requestFiles(
  store: SessionStore,
  sessionId: string,
  { at, steps, owner }: ForkedFiles & { readonly owner: LogOwner },
): Promise<void> {
  const log = await store.open(sessionId, { owner });
  try {
    await log.append([{ type: 'restore_requested', body: { to: at, steps: steps.map((step) => [...step]) } }]);
  } finally {
    await log.close();
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
