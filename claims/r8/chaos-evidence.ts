import type { LogRecord } from '@bowline/log';
import type { AgentEvent } from '@bowline/protocol';
import type { ListenerKind } from './load-listener.ts';
import type { SentNote, SessionKind } from './load-session.ts';

/** Everything known about a session at the end: its log, its effects, and what clients received. */
export interface SessionEvidence {
  readonly sessionId: string;
  readonly kind: SessionKind;
  readonly records: readonly LogRecord[];
  /** The problems that verification of the chain found. */
  readonly problems: readonly string[];
  /** The lines that its commands wrote. */
  readonly lines: readonly string[];
  /** The contents of its files, by name. */
  readonly files: Readonly<Record<string, string>>;
  /** Inbox entries that were never settled. */
  readonly unsettled: number;
  readonly sent: readonly SentNote[];
  readonly listeners: readonly HeardList[];
}

/** The events that one client received. */
export interface HeardList {
  readonly kind: ListenerKind;
  readonly cuts: number;
  readonly heard: readonly AgentEvent[];
}
