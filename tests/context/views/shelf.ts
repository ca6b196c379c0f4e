import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type LogRecord, type NewRecord, type SessionLog } from '@bowline/log';
import { owner, started } from '@bowline/testkit';

/** Where the log of a session is stored, reopened and forked. */
export interface Shelf {
  readonly create: () => Promise<SessionLog>;
  /** The same session, read from storage. */
  readonly reopen: (log: SessionLog) => Promise<SessionLog>;
  readonly fork: (log: SessionLog, at: number) => Promise<SessionLog>;
  readonly close: () => Promise<void>;
}

/** A real store in its own folder. */
export function openStoreShelf(): Shelf {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-views-'));
  const store = openStore({ root: folder });
  let count = 0;
  return {
    create: async () => {
      const log = await store.open('s0', { owner, create: true });
      await log.append([started('s0')]);
      return log;
    },
    reopen: async (log) => {
      await log.close();
      return await store.open(log.sessionId, { owner });
    },
    fork: async (log, at) => {
      count += 1;
      const as = `s${count}`;
      await store.fork(log.sessionId, { at, as, owner });
      await log.close();
      return await store.open(as, { owner });
    },
    close: async () => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Logs in memory only: much faster than a disk, for many sessions. */
export function createMemoryShelf(): Shelf {
  const records = new Map<SessionLog, readonly LogRecord[]>();
  const create = (written: readonly LogRecord[]): SessionLog => {
    const all = [...written];
    const log = createMemoryLog(all);
    records.set(log, all);
    return log;
  };
  return {
    create: async () => {
      const log = create([]);
      await log.append([started('s0')]);
      return log;
    },
    reopen: async (log) => create(records.get(log) ?? []),
    fork: async (log, at) => {
      const copy = create((records.get(log) ?? []).slice(0, at));
      await copy.append([{ type: 'session_forked', body: { sessionId: 's1', from: 's0', at, hash: '' } }]);
      return copy;
    },
    close: async () => {},
  };
}

/** Only supports reading and writing a session. */
function createMemoryLog(records: LogRecord[]): SessionLog {
  const isNotThere = async (): Promise<never> => {
    throw new TypeError('a log in memory cannot do this');
  };
  return {
    sessionId: 's0',
    warnings: [],
    epoch: 1,
    get head() {
      return { seq: records.length, hash: '' };
    },
    async *read({ from = 1, to = records.length } = {}) {
      yield* records.slice(from - 1, to);
    },
    append: async (added) => {
      const placed = added.map((record, n) => toPlaced(record, records.length + n + 1));
      records.push(...placed);
      return placed;
    },
    rewinds: async () =>
      records.flatMap((record) => (record.type === 'rewound' ? [{ at: record.seq, to: record.body.to }] : [])),
    snapshot: async () => undefined,
    saveSnapshot: async () => {},
    close: async () => {},
    async *tail() {
      await isNotThere();
    },
    find: isNotThere,
    findStream: isNotThere,
    verify: isNotThere,
  };
}

/** A record with its sequence number. */
export function toPlaced(record: NewRecord, seq: number): LogRecord {
  return { ...record, seq, id: `${seq}`, at: '', hash: '' };
}
