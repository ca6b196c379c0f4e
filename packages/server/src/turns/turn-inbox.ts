import type { InboxOutcome } from './inbox-entry.ts';

/** Something that was put into a session's inbox and has not been settled. */
export interface WaitingEntry {
  readonly messageId: string;
  /** As it was put; it is looked at before it is used. */
  readonly entry: unknown;
  /** How long it waits already, where that is known. */
  readonly waitedMs?: number | undefined;
}

/** What a worker needs of the inbox: what waits, in order, and to say what came of it. */
export interface TurnInbox {
  waiting(sessionId: string): Promise<readonly WaitingEntry[]>;
  /** Whether something waits; cheaper to ask than what it is, where there is such a way. */
  hasWaiting?(sessionId: string): Promise<boolean>;
  settle(sessionId: string, messageId: string, outcome: InboxOutcome): Promise<unknown>;
}
