/** The process that runs a watched session, or that ran it last. */
export type WatchedOwner =
  | { readonly kind: 'running'; readonly pid: number; readonly host: string; readonly canSend: boolean }
  /** It no longer has the session, but it may still run. */
  | {
      readonly kind: 'ended';
      readonly pid: number;
      readonly host: string;
      readonly at: string;
      readonly isAlive: () => boolean;
    };

/** A session that another process runs. */
export interface WatchedByTui {
  /** The title of the session when it was opened. */
  readonly title: string;
  readonly owner: () => WatchedOwner;
  /** Calls the listener when the owner changes. Call the result to stop. */
  readonly onChange: (listener: () => void) => () => void;
}
