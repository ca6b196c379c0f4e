import type { LogRecord } from '@bowline/log';
import { existsSync, openSync, readFileSync, writeSync } from 'node:fs';

/** The last record of a session that its writer acknowledged; its hash covers all records before it. */
export interface Acked {
  readonly seq: number;
  readonly hash: string;
}

/** Opens the file in which a writer notes its acknowledgments, synchronously and not on the disk under test. */
export function openAcks(path: string): (sessionId: string, last: Pick<LogRecord, 'seq' | 'hash'> | undefined) => void {
  const fd = openSync(path, 'a');
  return (sessionId, last) => {
    if (last === undefined) throw new Error(`nothing to acknowledge in ${sessionId}`);
    writeSync(fd, `${sessionId} ${last.seq} ${last.hash}\n`);
  };
}

/** The acknowledgments by session; the session that was acknowledged last comes last. */
export function readAcks(path: string): Map<string, Acked> {
  const acks = new Map<string, Acked>();
  for (const line of existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []) {
    const [sessionId, seq, hash] = line.split(' ');
    if (sessionId === undefined || hash === undefined || Number(seq) < (acks.get(sessionId)?.seq ?? 0)) continue;
    acks.delete(sessionId);
    acks.set(sessionId, { seq: Number(seq), hash });
  }
  return acks;
}
