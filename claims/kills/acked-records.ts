import { openStore, type LogRecord, type SessionLog, type SessionStore } from '@bowline/log';
import { existsSync, openSync, readFileSync, writeSync } from 'node:fs';

/** A record that was acknowledged to its writer. */
export type AckedRecord = Pick<LogRecord, 'seq' | 'hash'>;

/**
 * Makes every store of this process record its acknowledgments in a file, at once and outside of the log. The store is
 * opened deep inside a session, so its class is patched.
 */
export function noteAcks(path: string, scratch: string): void {
  const fd = openSync(path, 'a');
  const kind = Object.getPrototypeOf(openStore({ root: scratch })) as SessionStore;
  const open = Reflect.get<SessionStore, 'open'>(kind, 'open');
  kind.open = async function (this: SessionStore, ...args) {
    return listenTo(await open.apply(this, args), (records) => {
      for (const { seq, hash } of records) writeSync(fd, `${seq} ${hash}\n`);
    });
  };
}

function listenTo(log: SessionLog, onAcked: (records: readonly AckedRecord[]) => void): SessionLog {
  const append = log.append.bind(log);
  log.append = async (...args) => {
    const records = await append(...args);
    onAcked(records);
    return records;
  };
  return log;
}

/** The recorded acknowledgments, in order; an incomplete last line is ignored. */
export function readAckedRecords(path: string): AckedRecord[] {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
  return lines.map((line) => {
    const [seq, hash = ''] = line.split(' ');
    return { seq: Number(seq), hash };
  });
}
