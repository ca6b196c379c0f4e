import type { InboxEntry, InboxOutcome } from '../turns/inbox-entry.ts';
import { inboxOutcomeSchema } from '../turns/inbox-entry.ts';
import type { WaitingEntry } from '../turns/turn-inbox.ts';
import { createBatched } from './batched.ts';
import { assertSessionId, toTenantDatabase, type TenantOptions } from './tenant-database.ts';

/** The state of an inbox entry. */
export type EntryState =
  | { readonly state: 'unknown' }
  | { readonly state: 'waiting' }
  | { readonly state: 'settled'; readonly outcome: InboxOutcome };

/** Unprocessed messages to sessions. Each entry counts once, however often it is sent. */
export interface Inbox {
  /**
   * Saves an entry unless its ID exists. A retry after a disconnect may return `known` for an entry that it has just
   * saved.
   */
  put(sessionId: string, put: { readonly messageId: string; readonly entry: InboxEntry }): Promise<'new' | 'known'>;
  /** Unsettled entries, in order. */
  waiting(sessionId: string): Promise<readonly WaitingEntry[]>;
  /** Whether a session has unsettled entries. Frequent calls for many sessions are batched. */
  hasWaiting(sessionId: string): Promise<boolean>;
  /** Records the outcome of an entry and removes it. Only the first call counts; later ones return false. */
  settle(sessionId: string, messageId: string, outcome: InboxOutcome): Promise<boolean>;
  outcomeOf(sessionId: string, messageId: string): Promise<EntryState>;
}

const TOGETHER_MS = 100;

/** The inboxes of a tenant's sessions. */
export function openInbox(options: TenantOptions): Inbox {
  const database = toTenantDatabase(options);
  const { tenant } = database;
  const waitingOf = createBatched(async (sessionIds) => {
    const rows = await database.call<{ inboxes_waiting: string }>('read inboxes', {
      name: 'bowline_inboxes_waiting',
      text: 'select bowline.inboxes_waiting($1, $2)',
      values: [tenant, sessionIds],
    });
    return new Map(rows.map((row) => [row.inboxes_waiting, true]));
  }, TOGETHER_MS);
  const what = (sessionId: string): string => `use the inbox of session ${sessionId}`;
  return {
    async put(sessionId, { messageId, entry }) {
      assertSessionId(sessionId);
      const [row] = await database.call<{ inbox_put: boolean }>(what(sessionId), {
        name: 'bowline_inbox_put',
        text: 'select bowline.inbox_put($1, $2, $3, $4)',
        values: [tenant, sessionId, messageId, JSON.stringify(entry)],
      });
      return row?.inbox_put === true ? 'new' : 'known';
    },

    async waiting(sessionId) {
      const rows = await database.call<WaitingRow>(what(sessionId), {
        name: 'bowline_inbox_waiting',
        text: 'select * from bowline.inbox_waiting($1, $2)',
        values: [tenant, sessionId],
      });
      return rows.map((row) => ({
        messageId: row.message_id,
        entry: row.entry,
        waitedMs: row.waited_ms,
      }));
    },

    hasWaiting: async (sessionId) => (await waitingOf(sessionId)) === true,

    async settle(sessionId, messageId, outcome) {
      const [row] = await database.call<{ inbox_settle: boolean }>(what(sessionId), {
        name: 'bowline_inbox_settle',
        text: 'select bowline.inbox_settle($1, $2, $3, $4)',
        values: [tenant, sessionId, messageId, JSON.stringify(outcome)],
      });
      return row?.inbox_settle === true;
    },

    async outcomeOf(sessionId, messageId) {
      const [row] = await database.call<{ outcome: unknown; is_settled: boolean }>(what(sessionId), {
        name: 'bowline_inbox_outcome',
        text: 'select * from bowline.inbox_outcome($1, $2, $3)',
        values: [tenant, sessionId, messageId],
      });
      if (row === undefined) return { state: 'unknown' };
      return row.is_settled
        ? { state: 'settled', outcome: inboxOutcomeSchema.parse(row.outcome) }
        : { state: 'waiting' };
    },
  };
}

interface WaitingRow {
  readonly message_id: string;
  readonly entry: unknown;
  readonly waited_ms: number;
}
