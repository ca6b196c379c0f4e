import { openStore, type LogRecord, type SessionLog, type SessionStore } from '@bowline/log';
import { existsSync, openSync, readFileSync, writeSync } from 'node:fs';

/** A record of which somebody was told that it is safe. */
export type AckedRecord = Pick<LogRecord, 'seq' | 'hash'>;

/**
 * Has every store of this process note in a file which records it has acknowledged, at once and outside of the log.
 * The store is opened deep inside of a session, so it is its class that is listened to.
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

/** What was noted, in order; a line that was cut short was not. */
export function readAckedRecords(path: string): AckedRecord[] {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
  return lines.map((line) => {
    const [seq, hash = ''] = line.split(' ');
    return { seq: Number(seq), hash };
  });
}
