import type { SessionStore } from './session-log.ts';
import { localHost } from './sqlite/engine-host.ts';
import { SqliteStore } from './sqlite-store.ts';
import { openThreadHost } from './thread/thread-host.ts';

/** Where sessions are stored, and how many threads write them. */
export interface StoreOptions {
  readonly root: string;
  /** 0 writes in this thread, which suits a single session. More keep a process with many sessions responsive. */
  readonly threads?: number;
  readonly now?: () => Date;
}

/** Opens the sessions of this machine. Close its sessions before you close the store. */
export function openStore({ root, threads = 0, now = () => new Date() }: StoreOptions): SessionStore {
  return new SqliteStore({ root, now, host: threads === 0 ? localHost : openThreadHost(threads) });
}
