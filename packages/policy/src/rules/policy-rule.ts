import type { ApprovalMode, Effect } from '@bowline/protocol';
import type { LinearRegex } from './linear-regex.ts';
import type { ToolPattern } from './tool-pattern.ts';

/** Where rules come from, weakest first. A rule of a later tier outranks every rule of an earlier one. */
export const tiers = ['built_in', 'extension', 'workspace', 'user', 'admin'] as const;
export type Tier = (typeof tiers)[number];

/** The possible decisions about a call. */
export type Verdict = 'allow' | 'ask' | 'deny';

/** The location of a rule or a problem, as an editor opens it. */
export interface Place {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** A condition on the words of a call. */
export type WordsCondition =
  | { readonly kind: 'args_pattern'; readonly regex: LinearRegex }
  | { readonly kind: 'command_prefix'; readonly prefixes: readonly (readonly string[])[] }
  /** A command of exactly these words. */
  | { readonly kind: 'command_exact'; readonly words: readonly string[] }
  /** Only pages from these servers, each given as the origin of a URL. */
  | { readonly kind: 'origins'; readonly origins: readonly string[] }
  | {
      readonly kind: 'command_regex';
      /** Matches from the start of the command as written. */
      readonly onText: LinearRegex;
      /** The same for the arguments as JSON, as Gemini CLI documents. */
      readonly onJson: LinearRegex;
      /** Matches anywhere, for text that is not understood. */
      readonly anywhere: LinearRegex;
    }
  | { readonly kind: 'read_only_command' };

/** When a rule or a checker applies. All conditions must hold. */
export interface Conditions {
  /** One of them must match. */
  readonly tools: readonly ToolPattern[];
  /** A server's name, or `*` for any server. */
  readonly mcpServer: string | undefined;
  readonly subagent: string | undefined;
  readonly annotations: Readonly<Record<string, unknown>> | undefined;
  /** Empty: any. */
  readonly effects: readonly Effect[];
  /** Empty: any. */
  readonly modes: readonly ApprovalMode[];
  readonly isInteractive: boolean | undefined;
  /** The directory that a command must run in, relative to the workspace. Default: the workspace. */
  readonly folder: string | undefined;
  readonly words: WordsCondition | undefined;
}

/** One `[[rule]]`, checked and compiled. */
export interface PolicyRule extends Place {
  readonly tier: Tier;
  /** 0 to 999. Ranks rules within a tier. */
  readonly priority: number;
  readonly name: string | undefined;
  readonly decision: Verdict;
  readonly conditions: Conditions;
  readonly allowsRedirection: boolean;
  /** Commands that the rule allows run outside the sandbox. */
  readonly isOutside: boolean;
  /** Hosts that commands allowed by the rule can reach from the sandbox. */
  readonly hosts: readonly string[];
  readonly denyMessage: string | undefined;
  /** The rule can make a verdict stricter, but never looser. */
  readonly mayOnlyNarrow: boolean;
  /** A one-line description of the rule. */
  readonly text: string;
}

/** A check that must pass before a call runs. Its caller treats an error as a denial. */
export interface SafetyChecker {
  readonly type: 'in-process' | 'external';
  readonly name: string;
  readonly requiredContext: readonly string[];
  readonly config: Readonly<Record<string, unknown>>;
}

/** One `[[safety_checker]]`. */
export interface CheckerRule extends Place {
  readonly tier: Tier;
  readonly priority: number;
  readonly conditions: Conditions;
  readonly checker: SafetyChecker;
}

/** What is wrong with a policy file, and how to fix it. */
export interface PolicyProblem extends Place {
  readonly message: string;
  readonly hint: string;
}

/** A parsed policy file. With any problem, none of its rules allows anything, and every call needs approval. */
export interface PolicyFile {
  readonly file: string;
  readonly tier: Tier;
  /** Set if the rules are grants: for one session, or saved. Saved grants allow calls only in trusted folders. */
  readonly answered?: 'session' | 'kept' | undefined;
  readonly rules: readonly PolicyRule[];
  readonly checkers: readonly CheckerRule[];
  readonly problems: readonly PolicyProblem[];
  /** Likely mistakes that do no harm. */
  readonly notices: readonly PolicyProblem[];
}
