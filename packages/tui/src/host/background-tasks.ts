/** A command that runs, or ran, in the background of a session. */
export interface BackgroundTask {
  readonly id: string;
  readonly command: string;
  readonly isRunning: boolean;
  readonly startedAt: string;
  /** Null while it runs, or if its end is not known. */
  readonly exitCode: number | null;
  readonly tookMs: number | null;
  /** The ports at which its servers are reached. */
  readonly ports: readonly number[];
}

/** The background commands of the open session. */
export interface BackgroundTasks {
  readonly list: () => Promise<readonly BackgroundTask[]>;
  /** The end of its output. */
  readonly read: (id: string) => Promise<string>;
  readonly stop: (id: string) => Promise<void>;
}
