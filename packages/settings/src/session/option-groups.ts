import type { FallbackRules } from '@bowline/models';
import type { ToolList } from '@bowline/policy';
import type { ApprovalMode } from '@bowline/protocol';
import type { AgentParts } from '@bowline/runtime';
import type { SandboxWish, Trust } from '@bowline/guard';
import type { Credential, Workspace } from '@bowline/workspace';

/** Members that may be missing or undefined. */
type Optional<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** Which model to use, and what to do if it is unavailable. */
export interface ModelOptions extends Optional<FallbackRules> {
  /** A model, a tier or `auto`. Default: that of the session, otherwise the setting `model.name`. */
  readonly name?: string | undefined;
}

/** Which calls need approval, and who can give it. */
export interface ApprovalOptions {
  readonly mode?: ApprovalMode | undefined;
  /** A user can answer, possibly later and elsewhere. Default: `isInteractive`. */
  readonly canAsk?: boolean | undefined;
  /** Runs a command that needs approval in a copy of the workspace first. Default: false. */
  readonly preview?: boolean | undefined;
  /** Time after which an unanswered request expires. Default: never. */
  readonly expireMs?: number | undefined;
  /** Allows grants for more than one call. Default: true. */
  readonly alwaysAllow?: boolean | undefined;
  /** Policy files in addition to those of the machine. */
  readonly policies?: readonly string[] | undefined;
  /** Tool lists in settings, which are also rules. */
  readonly toolLists?: readonly ToolList[] | undefined;
}

/** Which folders are trusted. */
export interface TrustOptions {
  /** Trusts the workspace for this session, regardless of stored decisions. */
  readonly isTrusted?: boolean | undefined;
  /** Which folders are trusted, from settings. Default: from the trust files. */
  readonly folders?: Trust | undefined;
}

/** What sandboxed commands can do. */
export interface SandboxOptions {
  /** Whether the operating system sandboxes commands. Default: `auto`, if it can. */
  readonly mode?: SandboxWish | undefined;
  /** Hosts that every command that may change the workspace can reach, including on private networks. */
  readonly hosts?: readonly string[] | undefined;
  /** Tokens that a sandboxed command can use at one host each, without seeing them. */
  readonly credentials?: readonly Credential[] | undefined;
}

/** Limits for a turn, including everything requested in it, and for a call. */
export type LimitOptions = Optional<AgentParts['limits']> & {
  /** Stops a command without output after this time. Null: never. Default: five minutes. */
  readonly inactivityTimeoutMs?: number | null | undefined;
};

/** What the model sees. */
export type ContextOptions = NonNullable<AgentParts['context']> & {
  /** The names of context files. Default: AGENTS.md and GEMINI.md. */
  readonly fileNames?: readonly string[] | undefined;
};

/** What tools can reach on the web. */
export interface WebOptions {
  /** The search engine. Default: that of `models`. */
  readonly search?: Workspace['webSearch'];
  /** Servers on private networks that `web_fetch` may access, as host:port. */
  readonly allowedHosts?: readonly string[] | undefined;
}

/** The options of a session that settings have values for. */
export interface OptionGroups {
  /** Folders that belong to the session besides the workspace. */
  readonly directories?: readonly string[] | undefined;
  readonly approval?: ApprovalOptions | undefined;
  readonly trust?: TrustOptions | undefined;
  readonly sandbox?: SandboxOptions | undefined;
  readonly limits?: LimitOptions | undefined;
  readonly context?: ContextOptions | undefined;
  readonly web?: WebOptions | undefined;
}
