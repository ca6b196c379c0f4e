/** Where commands were started, and until when they can run on without their owner. */
export interface CommandRunner {
  /** The same only where their processes can be listed and ended. */
  readonly place: string;
  readonly host: string;
  /** How long they run on after their owner was replaced. Null: they may do so for any time. */
  readonly leaseMs: number | null;
  /** The key of the command, to find its recorded end. */
  readonly key?: string | undefined;
}

/** Whether commands of earlier owners of the session can still change the workspace. */
export type FenceVerdict =
  /**
   * They cannot: no process of them is left here, or the lease of those elsewhere has ended. `unknown`: this system
   * cannot list processes, so nothing is known.
   */
  | { readonly kind: 'clear'; readonly by: 'proof' | 'lease' | 'unknown' }
  /** They may. `isForced`: a user decided to go on in spite of it. */
  | { readonly kind: 'unproved'; readonly reason: string; readonly isForced: boolean };

/** Gives a session's workspace one writer, as its log has. */
export interface WorkspaceFence {
  /** Where this process starts commands. */
  readonly runner: CommandRunner;
  /** Ends what earlier owners run here, and waits for the leases of these runners elsewhere. */
  check(earlier: readonly CommandRunner[]): Promise<FenceVerdict>;
  /** Throws `SESSION_FENCED` if a later owner has taken over the workspace, or the lease has ended. */
  require(): void;
}
