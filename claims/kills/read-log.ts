import { openStore, type LogRecord } from '@bowline/log';

/** A session's log, read from outside. */
export interface ReadLog {
  readonly records: readonly LogRecord[];
  /** Why the log does not verify; empty if it does. */
  readonly fault: string;
}

/** Reads every record of a session in this sessions folder, without changing it. */
export async function readLog(root: string, sessionId: string): Promise<ReadLog> {
  const store = openStore({ root });
  try {
    const reader = await store.openReader(sessionId);
    const records: LogRecord[] = [];
    for await (const record of reader.read()) records.push(record);
    const { isSound, problems } = await reader.verify();
    await reader.close();
    return { records, fault: isSound ? '' : problems.join('; ') };
  } finally {
    await store.close();
  }
}
