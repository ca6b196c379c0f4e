import type { ApprovalMode, CredentialUse, Finding, SandboxProfile } from '@bowline/protocol';
import type { SessionState } from '@bowline/log';
import type { CallState, DecidedStart } from '../state/turn-state.ts';

/** The decision about a call, and the reason for it. */
export interface Decision {
  readonly verdict: 'allow' | 'ask' | 'deny';
  /** The rule that decided, so that the user can find it, or why approval is needed without one. */
  readonly rule?: string;
  /** The reason of a denial, for the model. */
  readonly reason?: string;
  /** The reason of a denial, for the user, if the other one is only useful to the model. */
  readonly explanation?: string | undefined;
  /** The least permissive approval mode in which a denied call would run without approval. */
  readonly allowedIn?: ApprovalMode | undefined;
  /** Findings of safety checks, shown with the approval. */
  readonly findings?: readonly Finding[];
  /** The parsed words of every program that a command starts. */
  readonly programs?: readonly (readonly string[])[];
  /** How a command without approval starts. */
  readonly start?: DecidedStart;
  /** The sandbox profile of a command. Absent if it cannot be sandboxed. */
  readonly profile?: SandboxProfile | undefined;
  /** Hosts that a sandboxed command can reach. Default: none. */
  readonly hosts?: readonly string[] | undefined;
  /** Tokens that it can use at some of these hosts. Default: none. */
  readonly credentials?: readonly CredentialUse[] | undefined;
  /** Folders besides the workspace that it can change. Default: none. */
  readonly folders?: readonly string[] | undefined;
  /** Why a command is not sandboxed. */
  readonly noSandbox?: string | undefined;
  /** What an answer that lasts longer than once would allow. */
  readonly grant?: { readonly text: string; readonly rule: string; readonly project?: string | undefined };
  /** It runs beside the workspace. */
  readonly isAside?: true | undefined;
  /** Whether the user can be asked about pending changes, whatever the rules say. Default: unknown. */
  readonly canAsk?: boolean | undefined;
}

/** What a decision depends on besides the call. */
export interface DecideContext {
  readonly mode: ApprovalMode;
  /** Rules that the user has granted for this session. */
  readonly grants: readonly string[];
  /** What this session has read that affects what may leave it. Default: nothing. */
  readonly seen?: SessionState['seen'] | undefined;
  /** Commands that the sandbox has blocked in this session, and what it blocked the last time. */
  readonly blocked?: SessionState['blocked'] | undefined;
}

/** Decides whether a call may run. Rules, safety checks and trust are all behind this function. */
export type Decide = (
  call: Pick<CallState, 'name' | 'args' | 'effect' | 'executor'> & Partial<Pick<CallState, 'blocked'>>,
  context: DecideContext,
) => Promise<Decision>;
