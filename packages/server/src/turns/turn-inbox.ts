import type { InboxOutcome } from './inbox-entry.ts';

/** An unsettled inbox entry. */
export interface WaitingEntry {
  readonly messageId: string;
  /** As it was saved. Validate before use. */
  readonly entry: unknown;
  /** How long it has been waiting, if known. */
  readonly waitedMs?: number | undefined;
}

/** What a worker needs from the inbox. */
export interface TurnInbox {
  waiting(sessionId: string): Promise<readonly WaitingEntry[]>;
  /** Whether there are unsettled entries. Cheaper than `waiting`, where available. */
  hasWaiting?(sessionId: string): Promise<boolean>;
  settle(sessionId: string, messageId: string, outcome: InboxOutcome): Promise<unknown>;
}
