import type { SessionStore } from './session-log.ts';
import { localHost } from './sqlite/engine-host.ts';
import { SqliteStore } from './sqlite/sqlite-store.ts';
import { openThreadHost } from './thread/thread-host.ts';

/** Where sessions are kept, and how many threads write them. */
export interface StoreOptions {
  readonly root: string;
  /** 0 writes in this thread: right for one session. More keep a process of many sessions responsive. */
  readonly threads?: number;
  readonly now?: () => Date;
}

/** Opens the sessions of this machine. Sessions that were opened from it are closed before it is. */
export function openStore({ root, threads = 0, now = () => new Date() }: StoreOptions): SessionStore {
  return new SqliteStore({ root, now, host: threads === 0 ? localHost : openThreadHost(threads) });
}
