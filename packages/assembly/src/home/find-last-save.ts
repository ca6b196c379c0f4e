import type { LogRecord, SessionReader } from '@bowline/log';

/** The last save of a session. */
export type LastSave = Extract<LogRecord, { type: 'files_saved' }>['body'];

/** How many records are read at first. Most sessions are saved with each step. */
const FIRST = 64;

/** Reads a log backwards until it finds a save. Undefined: the files were never saved. */
export async function findLastSave(log: SessionReader): Promise<LastSave | undefined> {
  let [to, count] = [log.head.seq, FIRST];
  while (to > 0) {
    const from = Math.max(1, to - count + 1);
    let last: LastSave | undefined;
    for await (const { type, body } of log.read({ from, to })) if (type === 'files_saved') last = body;
    if (last !== undefined) return last;
    [to, count] = [from - 1, count * 4];
  }
  return undefined;
}
