import type { Rewind, SeqRange } from './records/lineage.ts';
import type { LogRecord, NewRecord } from './records/log-record.ts';

/** The last record of a log. */
export interface LogHead {
  readonly seq: number;
  readonly hash: string;
}

/** Derived state kept beside the log so that it need not be folded from the first record again. */
export interface Snapshot {
  readonly name: string;
  /** Of the code that folds; a snapshot of another version is not used. */
  readonly version: number;
  /** The state is what it was after this record. */
  readonly seq: number;
  readonly state: string;
}

/** What a check of a whole log found. */
export interface VerifyReport {
  readonly isSound: boolean;
  /** Records that stand, from the first on, each proven by the chain. */
  readonly valid: number;
  /** What is wrong, in words, most telling first. */
  readonly problems: readonly string[];
}

/** Who writes, for those who come second. */
export interface LogOwner {
  readonly pid: number;
  readonly host: string;
  /** What the process is to a person: `bowline`, `bowline -p`, `bowline serve`. */
  readonly name: string;
}

/** A session's records, to read. */
export interface SessionReader {
  readonly sessionId: string;
  /** What a person should know about where this log lives. */
  readonly warnings: readonly string[];
  /** The last record that is known here; a reader learns of later ones when it reads. */
  readonly head: LogHead;
  /** Records from `from` (default: 1) up to `to` (default: the end), in order. */
  read(range?: Partial<SeqRange>): AsyncIterable<LogRecord>;
  /** The same, then waits for more until `signal` aborts. */
  tail(from: number, signal: AbortSignal): AsyncIterable<LogRecord>;
  /** The record with that id, or undefined. */
  find(recordId: string): Promise<LogRecord | undefined>;
  /** The `stream_started` record of that stream, or undefined. */
  findStream(streamId: string): Promise<LogRecord | undefined>;
  /** All rewinds so far, oldest first. */
  rewinds(): Promise<readonly Rewind[]>;
  /** The latest snapshot of that name and version at a record within `ranges`. */
  snapshot(name: string, version: number, ranges: readonly SeqRange[]): Promise<Snapshot | undefined>;
  /** Reads and proves everything. */
  verify(): Promise<VerifyReport>;
  close(): Promise<void>;
}

export interface AppendOptions {
  /** Append only if this is still the last record; otherwise `LOG_MOVED` and nothing is written. */
  readonly after?: number;
}

/** A session's records, to read and to append to. One at a time holds this for a session, on the whole machine. */
export interface SessionLog extends SessionReader {
  /** Rises each time a writer takes the session; a writer of an earlier epoch can no longer append. */
  readonly epoch: number;
  /**
   * Appends all or none. When it resolves they survive `kill -9` and power loss; when it rejects, nothing was
   * acknowledged. Calls made at once share one commit and keep their order.
   */
  append(records: readonly NewRecord[], options?: AppendOptions): Promise<readonly LogRecord[]>;
  /** Keeps derived state; never ahead of the log, and lost without harm. */
  saveSnapshot(snapshot: Snapshot): Promise<void>;
}

/** How to open a session for writing. */
export interface OpenOptions {
  readonly owner: LogOwner;
  /** `create` wants a new session, `open` an existing one. */
  readonly create?: boolean;
  /** Fences off the current holder of the session, alive or frozen. */
  readonly takeover?: boolean;
}

/** What a list shows of a session. */
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
  /** A stream is open: it runs, rests, or its process died. */
  readonly isOpen: boolean;
  /** Questions that wait for a person. */
  readonly pending: number;
  /** Where it is written, when that is no longer here. */
  readonly movedTo?: string | null | undefined;
  /** Why it cannot be read, when it cannot; the other fields are then empty. */
  readonly damage: string | null;
}

/** The sessions of a store, from what they themselves say. */
export interface SessionIndex {
  /** Newest first. A damaged session is listed as such and hides no other. */
  list(filter?: { readonly workspace?: string }): Promise<readonly SessionSummary[]>;
  /** By id, by an unambiguous beginning of one, or `latest`. */
  find(wanted: string, filter?: { readonly workspace?: string }): Promise<SessionSummary | undefined>;
  delete(sessionId: string): Promise<void>;
}

/** A copy of a session from elsewhere, or of a part of one. */
export interface Restored {
  readonly sessionId: string;
  readonly owner: LogOwner;
  /** From the first on; each must fit the chain. */
  readonly records: AsyncIterable<LogRecord>;
  /** It may be here already, moved away since, as a beginning of these records: then they take its place. */
  readonly isReturn?: boolean;
  /** What the copy says of itself, after them. */
  readonly then?: readonly NewRecord[];
}

/** Where sessions are kept. */
export interface SessionStore extends SessionIndex {
  open(sessionId: string, options: OpenOptions): Promise<SessionLog>;
  openReader(sessionId: string): Promise<SessionReader>;
  /** A session from records that were written before; it is there whole or not at all. */
  restore(restored: Restored): Promise<void>;
  /** A new session that is the old one up to record `at`, and goes its own way from there. */
  fork(sessionId: string, fork: { readonly at: number; readonly as: string; readonly owner: LogOwner }): Promise<void>;
  /** Makes a damaged session whole again: its longest valid beginning, under the same id. The original is kept. */
  salvage(sessionId: string, owner: LogOwner): Promise<SalvageReport>;
  close(): Promise<void>;
}

/** What a salvage brought back. */
export interface SalvageReport {
  readonly kept: number;
  /** Records that are known to have been there and could not be brought back. */
  readonly lost: number;
  readonly problems: readonly string[];
  /** Where the damaged files are now. */
  readonly original: string;
}
