import type { LogRecord, Rewind, SeqRange, SessionLog } from '@bowline/log';
import type { KeptRecords, WarmRecords } from './warm-records.ts';

/** How many records are kept in memory while a session is open. Earlier ones are read when needed. */
const RECENT = 1_000;
/** Minimum number of records between two snapshots of a long session. */
const SNAPSHOT_EVERY = 200;
/** Approximate size of a record besides its body. */
const ENVELOPE_BYTES = 300;

/**
 * A log whose latest records are read once, on opening. Opening an agent reads the same records several times, and over
 * a network each read costs a round trip. A session that fits in memory needs no snapshots either. Records that are
 * still warm from the previous turn are not read at all.
 */
export async function openRecentLog(log: SessionLog, warm?: WarmRecords): Promise<SessionLog> {
  const first = Math.max(1, log.head.seq - RECENT + 1);
  const known = await readRecent(log, first, warm?.take(log.sessionId));
  const recent = [...known.records];
  let { bytes } = known;
  const isWhole = first === 1;
  const savedAt = new Map<string, number>();

  const slice = (from: number, to: number): readonly LogRecord[] =>
    recent.slice(Math.max(0, from - first), Math.max(0, to - first + 1));
  async function* read({ from = 1, to = Infinity }: Partial<SeqRange> = {}): AsyncGenerator<LogRecord> {
    if (from < first) yield* log.read({ from, to: Math.min(to, first - 1) });
    yield* slice(from, to);
  }
  return {
    get head() {
      return log.head;
    },
    sessionId: log.sessionId,
    warnings: log.warnings,
    epoch: log.epoch,
    confirm: log.confirm && (async () => await log.confirm?.()),
    read,
    tail: (from, signal) => log.tail(from, signal),
    find: async (recordId) => recent.find(({ id }) => id === recordId) ?? (await log.find(recordId)),
    findStream: async (streamId) =>
      recent.find((record) => record.type === 'stream_started' && record.streamId === streamId) ??
      (await log.findStream(streamId)),
    rewinds: async () => (isWhole ? recent.flatMap(toRewind) : await log.rewinds()),
    snapshot: async (name, version, ranges) => {
      if (isWhole) return undefined;
      const found = await log.snapshot(name, version, ranges);
      savedAt.set(name, found?.seq ?? 0);
      return found;
    },
    saveSnapshot: async (snapshot) => {
      const { name, seq } = snapshot;
      if (seq < RECENT || seq - (savedAt.get(name) ?? 0) < SNAPSHOT_EVERY) return;
      await log.saveSnapshot(snapshot);
      savedAt.set(name, seq);
    },
    verify: () => log.verify(),
    close: async () => {
      warm?.keep(log.sessionId, { records: recent.slice(-RECENT), bytes });
      await log.close();
    },
    append: async (records, options) => {
      const appended = await log.append(records, options);
      recent.push(...appended);
      bytes += sizeOf(appended);
      return appended;
    },
  };
}

/** The records from `first` on. Reuses kept records if the log still contains them unchanged. */
async function readRecent(log: SessionLog, first: number, kept: KeptRecords | undefined): Promise<KeptRecords> {
  const { seq, hash } = log.head;
  const [last, records] = kept === undefined ? [undefined, []] : cut(kept, first);
  if (kept === undefined || last === undefined || last.seq > seq) return await readAll(log, first);
  if (last.seq === seq) return last.hash === hash ? { records, bytes: kept.bytes } : await readAll(log, first);
  // Starts at the last kept record: its hash proves all records before it.
  const { records: read } = await readAll(log, last.seq);
  const [same, ...rest] = read;
  if (same?.hash !== last.hash) return await readAll(log, first);
  return { records: [...records, ...rest], bytes: kept.bytes + sizeOf(rest) };
}

/** The kept records from `first` on, preceded by the last of them. Empty if they start later. */
function cut({ records }: KeptRecords, first: number): [LogRecord | undefined, readonly LogRecord[]] {
  const wanted = records.slice(Math.max(0, first - (records[0]?.seq ?? 0)));
  return wanted[0]?.seq === first ? [wanted.at(-1), wanted] : [undefined, []];
}

async function readAll(log: SessionLog, from: number): Promise<KeptRecords> {
  const records: LogRecord[] = [];
  if (log.head.seq > 0) for await (const record of log.read({ from })) records.push(record);
  return { records, bytes: sizeOf(records) };
}

function sizeOf(records: readonly LogRecord[]): number {
  return records.reduce((sum, { body }) => sum + JSON.stringify(body).length + ENVELOPE_BYTES, 0);
}

function toRewind(record: LogRecord): Rewind[] {
  return record.type === 'rewound' ? [{ at: record.seq, to: record.body.to }] : [];
}
