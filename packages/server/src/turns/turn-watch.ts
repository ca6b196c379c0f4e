import { Projection, type SessionLog, type SessionStore } from '@bowline/log';
import { waitState, turnFold, type WaitState, type TurnState } from '@bowline/runtime';
import { openRecentLog } from './recent-log.ts';
import type { WarmRecords } from './warm-records.ts';

/** A store to open one session in, and what its log says of the turn meanwhile. */
export interface TurnWatch {
  /** For assembly; closing it closes what was opened through it, and not the store behind it. */
  readonly store: SessionStore;
  /** Whether there is something to do, by the last record. */
  readonly rest: (now: number) => WaitState;
  /** Calls back after each append. */
  readonly onAppend: (listener: () => void) => void;
  /** How many records were appended through it. */
  readonly appended: () => number;
}

/** Watches the log, which alone shows whether a turn waits, without asking a process that may be elsewhere. */
export function createTurnWatch(behind: SessionStore, warm?: WarmRecords): TurnWatch {
  const opened: SessionLog[] = [];
  let turn: Projection<TurnState> | undefined;
  let listener = (): void => undefined;
  let count = 0;
  const watch = async (log: SessionLog): Promise<SessionLog> => {
    const recent = await openRecentLog(log, warm);
    const projection = await Projection.open(recent, turnFold);
    turn = projection;
    const append: SessionLog['append'] = async (records, options) => {
      const appended = await recent.append(records, options);
      await projection.apply(appended);
      count += appended.length;
      listener();
      return appended;
    };
    return Object.defineProperty({ ...recent, append }, 'head', { get: () => recent.head });
  };
  return {
    store: {
      ...bind(behind),
      open: async (sessionId, options) => {
        const log = await behind.open(sessionId, options);
        opened.push(log);
        return await watch(log);
      },
      close: async () => {
        await Promise.all(opened.map((log) => log.close()));
      },
    },
    rest: (now) => (turn === undefined ? { kind: 'idle' } : waitState(turn.state, now)),
    onAppend: (heard) => {
      listener = heard;
    },
    appended: () => count,
  };
}

/** What a session is opened with besides its log. */
function bind(store: SessionStore): Omit<SessionStore, 'open' | 'close'> {
  return {
    list: (filter) => store.list(filter),
    find: (wanted, filter) => store.find(wanted, filter),
    delete: (sessionId) => store.delete(sessionId),
    openReader: (sessionId) => store.openReader(sessionId),
    restore: (restored) => store.restore(restored),
    fork: (sessionId, fork) => store.fork(sessionId, fork),
    salvage: (sessionId, owner) => store.salvage(sessionId, owner),
  };
}
