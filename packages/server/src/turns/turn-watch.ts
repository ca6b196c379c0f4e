import { Projection, type SessionLog, type SessionStore } from '@bowline/log';
import { waitState, turnFold, type WaitState, type TurnState } from '@bowline/runtime';
import { openRecentLog } from './recent-log.ts';
import type { WarmRecords } from './warm-records.ts';

/** A store for opening one session, and the state of its turn according to the log. */
export interface TurnWatch {
  /** For assembly. Closing it closes the logs opened through it, but not the underlying store. */
  readonly store: SessionStore;
  /** The state of the turn as of the last record. */
  readonly rest: (now: number) => WaitState;
  /** Calls the listener after each append. */
  readonly onAppend: (listener: () => void) => void;
  /** Number of records appended through it. */
  readonly appended: () => number;
}

/** Derives the state of the turn from the log alone, since the process that runs it may be elsewhere. */
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

/** The store's other methods, bound to it. */
function bind(store: SessionStore): Omit<SessionStore, 'open' | 'close'> {
  return {
    artifacts: store.artifacts,
    list: (filter) => store.list(filter),
    find: (wanted, filter) => store.find(wanted, filter),
    delete: (sessionId) => store.delete(sessionId),
    openReader: (sessionId) => store.openReader(sessionId),
    restore: (restored) => store.restore(restored),
    fork: (sessionId, fork) => store.fork(sessionId, fork),
    salvage: (sessionId, owner) => store.salvage(sessionId, owner),
  };
}
