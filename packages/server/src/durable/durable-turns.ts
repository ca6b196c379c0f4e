/** Identifies a session of a tenant. */
export interface SessionKey {
  readonly tenant: string;
  readonly sessionId: string;
}

/** The state of a session in the engine. `stuck` means that the engine no longer retries it. */
export type TurnsStatus = 'resting' | 'queued' | 'running' | 'stuck';

/**
 * What the server needs from a durable execution engine. The engine only decides which worker runs when; input and
 * results are in the log.
 */
export interface DurableTurns {
  /**
   * Makes a worker look at the session soon, and once more if one already runs it. Resolves once this is guaranteed.
   */
  submit(key: SessionKey): Promise<void>;
  /** Does the same at a given time. Repeated calls with the same tag and time count once. */
  submitLater(key: SessionKey, atMs: number, tag: string): Promise<void>;
  /** Ends the worker's run. The log stays as it is, and a later submit continues from there. */
  cancel(key: SessionKey): Promise<void>;
  status(key: SessionKey): Promise<TurnsStatus>;
  /** Retries a stuck session. */
  retry(key: SessionKey): Promise<void>;
}
