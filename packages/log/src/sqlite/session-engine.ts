import type { Rewind, SeqRange } from '../records/lineage.ts';
import type { AppendGroup, AppendOutcome } from '../records/place-groups.ts';
import type { LogHead, Snapshot, VerifyReport } from '../session-log.ts';
import type { RecordRow } from './record-table.ts';

type Awaitable<T> = T | Promise<T>;

/** The database of a log, in this thread (returns directly) or in another one (returns a promise). */
export interface SessionEngine {
  /** Facts that are known after opening. */
  readonly opened: {
    readonly sessionId: string;
    readonly epoch: number;
    readonly head: LogHead;
    readonly warnings: readonly string[];
    readonly folder: string;
  };
  append(groups: readonly AppendGroup[]): Awaitable<readonly AppendOutcome[]>;
  page(range: SeqRange, limit: number): Awaitable<readonly RecordRow[]>;
  head(): Awaitable<LogHead>;
  streamStart(streamId: string): Awaitable<RecordRow | undefined>;
  rewinds(): Awaitable<readonly Rewind[]>;
  snapshot(name: string, version: number, ranges: readonly SeqRange[]): Awaitable<Snapshot | undefined>;
  saveSnapshot(snapshot: Snapshot): Awaitable<void>;
  verify(): Awaitable<VerifyReport>;
  close(): Awaitable<void>;
}
