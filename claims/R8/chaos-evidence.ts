import type { LogRecord } from '@bowline/log';
import type { AgentEvent } from '@bowline/protocol';
import type { ListenerKind } from './load-listener.ts';
import type { SentNote, SessionKind } from './load-session.ts';

/** All that is known of a session when everything is over: its log, what the world shows, and what clients were told. */
export interface SessionEvidence {
  readonly sessionId: string;
  readonly kind: SessionKind;
  readonly records: readonly LogRecord[];
  /** What the proof of its chain says against it. */
  readonly problems: readonly string[];
  /** What its commands have left behind, line by line. */
  readonly lines: readonly string[];
  /** What its files hold, by name. */
  readonly files: Readonly<Record<string, string>>;
  /** What was said to it and never settled. */
  readonly unsettled: number;
  readonly sent: readonly SentNote[];
  readonly listeners: readonly HeardList[];
}

/** What one client has heard. */
export interface HeardList {
  readonly kind: ListenerKind;
  readonly cuts: number;
  readonly heard: readonly AgentEvent[];
}
