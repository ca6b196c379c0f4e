/** What an owner of a session in a process of its own does. */
export interface OwnerTask {
  readonly home: string;
  readonly workspace: string;
  readonly supervisor: string;
  readonly mark: string;
  readonly sessionId: string;
  /** The database with the log. Undefined: the log is in the home. */
  readonly postgres?: string | undefined;
  readonly leaseMs: number;
  readonly isFenced: boolean;
  readonly isTakeover: boolean;
  /** The command that the model requests. */
  readonly command: string;
  readonly isBackground: boolean;
}

/** One line that an owner prints. */
export type OwnerLine =
  | { readonly type: 'opened' }
  | { readonly type: 'requested' }
  | { readonly type: 'response'; readonly errorType?: string | undefined; readonly text: string }
  | { readonly type: 'ended'; readonly reason: string };
