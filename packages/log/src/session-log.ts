import type { ArtifactStore } from './artifacts/artifact-store.ts';
import type { Rewind, SeqRange } from './records/lineage.ts';
import type { LogRecord, NewRecord } from './records/log-record.ts';

/** The last record of a log. */
export interface LogHead {
  readonly seq: number;
  readonly hash: string;
}

/** Derived state stored next to the log, so that a fold need not start at the first record. */
export interface Snapshot {
  readonly name: string;
  /** The version of the fold; a snapshot of another version is not used. */
  readonly version: number;
  /** The record after which the state was taken. */
  readonly seq: number;
  readonly state: string;
}

/** The result of verifying a whole log. */
export interface VerifyReport {
  readonly isSound: boolean;
  /** The number of records from the first one that the chain proves. */
  readonly valid: number;
  /** The problems, most important first. */
  readonly problems: readonly string[];
}

/** The process that writes a session, as shown to other processes. */
export interface LogOwner {
  readonly pid: number;
  readonly host: string;
  /** The command that the user started: `bowline`, `bowline -p`, `bowline serve`. */
  readonly name: string;
}

/** Reads the records of a session. */
export interface SessionReader {
  readonly sessionId: string;
  /** Warnings for the user about where this log is stored. */
  readonly warnings: readonly string[];
  /** The last known record; a reader learns of later ones when it reads. */
  readonly head: LogHead;
  /** Records from `from` (default: 1) up to `to` (default: the end), in order. */
  read(range?: Partial<SeqRange>): AsyncIterable<LogRecord>;
  /** Reads like `read`, then waits for more records until `signal` aborts. */
  tail(from: number, signal: AbortSignal): AsyncIterable<LogRecord>;
  /** The record with that id, or undefined. */
  find(recordId: string): Promise<LogRecord | undefined>;
  /** The `stream_started` record of that stream, or undefined. */
  findStream(streamId: string): Promise<LogRecord | undefined>;
  /** All rewinds so far, oldest first. */
  rewinds(): Promise<readonly Rewind[]>;
  /** The latest snapshot of that name and version at a record within `ranges`. */
  snapshot(name: string, version: number, ranges: readonly SeqRange[]): Promise<Snapshot | undefined>;
  /** Reads and verifies everything. */
  verify(): Promise<VerifyReport>;
  close(): Promise<void>;
}

export interface AppendOptions {
  /** Append only if this is still the last record; otherwise `LOG_MOVED` and nothing is written. */
  readonly after?: number;
}

/** Reads and appends records of a session. Only one process on the machine can hold it at a time. */
export interface SessionLog extends SessionReader {
  /** Increases each time a writer takes the session; a writer of an earlier epoch can no longer append. */
  readonly epoch: number;
  /**
   * Appends all records or none. Once it resolves, they survive `kill -9` and power loss; if it rejects, nothing was
   * acknowledged. Concurrent calls share one commit and keep their order.
   */
  append(records: readonly NewRecord[], options?: AppendOptions): Promise<readonly LogRecord[]>;
  /**
   * Resolves if no other writer had taken the session at some time during the call. Absent where an operating-system
   * lock says so for as long as the process runs.
   */
  readonly confirm?: (() => Promise<void>) | undefined;
  /** Saves derived state. A snapshot is never ahead of the log, and losing one does no harm. */
  saveSnapshot(snapshot: Snapshot): Promise<void>;
}

/** How to open a session for writing. */
export interface OpenOptions {
  readonly owner: LogOwner;
  /** `true` requires a new session; otherwise the session must exist. */
  readonly create?: boolean;
  /** Fences off the current holder of the session, even if it is alive or frozen. */
  readonly takeover?: boolean;
}

/** The list entry of a session. */
export interface SessionSummary {
  readonly sessionId: string;
  readonly workspace: string;
  readonly title: string | null;
  readonly firstMessage: string | null;
  readonly parent: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly messages: number;
  readonly records: number;
  /** A stream is open: it runs, is paused, or its process died. */
  readonly isOpen: boolean;
  /** The number of questions that wait for the user. */
  readonly pending: number;
  /** Where the session is written, if it was moved away. */
  readonly movedTo?: string | null | undefined;
  /** The model of the last request. */
  readonly model?: string | null | undefined;
  /** In US dollars; null if the price of a model is unknown. Absent if the store does not know it. */
  readonly cost?: number | null | undefined;
  /** Why the session cannot be read; the other fields are then empty. */
  readonly damage: string | null;
}

/** Lists the sessions of a store, based on their own records. */
export interface SessionIndex {
  /** Newest first. A damaged session is marked as damaged and hides no other. */
  list(filter?: { readonly workspace?: string }): Promise<readonly SessionSummary[]>;
  /** Finds a session by id, by an unambiguous prefix of one, or `latest`. */
  find(wanted: string, filter?: { readonly workspace?: string }): Promise<SessionSummary | undefined>;
  delete(sessionId: string): Promise<void>;
}

/** A copy of a session from elsewhere, or of a part of one. */
export interface Restored {
  readonly sessionId: string;
  readonly owner: LogOwner;
  /** Starts at the first record; each must fit the chain. */
  readonly records: AsyncIterable<LogRecord>;
  /** The session may exist here, moved away since, as a prefix of these records, which then replace it. */
  readonly isReturn?: boolean;
  /** Texts that the session keeps. Read to their end before the first record. */
  readonly artifacts?: AsyncIterable<string>;
  /** A session of this store whose artifacts the copy has too. */
  readonly sharing?: string;
  /** The copy's own records, appended after `records`. */
  readonly then?: readonly NewRecord[];
}

/** Stores sessions. */
export interface SessionStore extends SessionIndex {
  /** What sessions keep beside their records. */
  readonly artifacts: ArtifactStore;
  open(sessionId: string, options: OpenOptions): Promise<SessionLog>;
  openReader(sessionId: string): Promise<SessionReader>;
  /** Creates a session from existing records, completely or not at all. */
  restore(restored: Restored): Promise<void>;
  /** Creates a session with the records of another one up to record `at`. */
  fork(sessionId: string, fork: { readonly at: number; readonly as: string; readonly owner: LogOwner }): Promise<void>;
  /** Repairs a damaged session: keeps its longest valid prefix under the same id, and the original files. */
  salvage(sessionId: string, owner: LogOwner): Promise<SalvageReport>;
  close(): Promise<void>;
}

/** The result of a salvage. */
export interface SalvageReport {
  readonly kept: number;
  /** Records that are known to have existed and could not be recovered. */
  readonly lost: number;
  readonly problems: readonly string[];
  /** Where the damaged files are now. */
  readonly original: string;
}
