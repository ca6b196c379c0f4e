/** Which session, and whose. */
export interface SessionKey {
  readonly tenant: string;
  readonly sessionId: string;
}

/** What the engine knows of a session: whether a worker is at it, will be, or cannot. */
export type TurnsStatus = 'resting' | 'queued' | 'running' | 'stuck';

/** All that the server asks of an engine. It owns who runs when; what is run, and what came of it, is in the log. */
export interface DurableTurns {
  /** A worker looks at the session soon, once more even if one is at it now. Resolves once that is certain. */
  submit(key: SessionKey): Promise<void>;
  /** The same at a time; asked again with the same tag and time, it counts once. */
  submitLater(key: SessionKey, atMs: number, tag: string): Promise<void>;
  /** Ends the worker's run. The session's log is as it is; a later submit goes on from there. */
  cancel(key: SessionKey): Promise<void>;
  status(key: SessionKey): Promise<TurnsStatus>;
  /** Tries a stuck session again. */
  retry(key: SessionKey): Promise<void>;
}
