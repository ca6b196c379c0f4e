import type { ApprovalMode, Effect } from '@bowline/protocol';
import type { LinearRegex } from './linear-regex.ts';
import type { ToolPattern } from './tool-pattern.ts';

/** Whose rules they are, weakest first: a rule of a later tier outranks every rule of an earlier one. */
export const tiers = ['built_in', 'extension', 'workspace', 'user', 'admin'] as const;
export type Tier = (typeof tiers)[number];

/** What may become of a call. */
export type Verdict = 'allow' | 'ask' | 'deny';

/** Where a rule or a problem stands, as an editor opens it. */
export interface Place {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** What a rule says about the words of a call. */
export type WordsCondition =
  | { readonly kind: 'args_pattern'; readonly regex: LinearRegex }
  | { readonly kind: 'command_prefix'; readonly prefixes: readonly (readonly string[])[] }
  /** A command of exactly these words. */
  | { readonly kind: 'command_exact'; readonly words: readonly string[] }
  /** Pages of these servers only, each as the origin of a URL. */
  | { readonly kind: 'origins'; readonly origins: readonly string[] }
  | {
      readonly kind: 'command_regex';
      /** From the start of the command as it stands. */
      readonly onText: LinearRegex;
      /** The same on the arguments as JSON, which is what Gemini CLI's documents promise. */
      readonly onJson: LinearRegex;
      /** Anywhere: for text that is not understood. */
      readonly anywhere: LinearRegex;
    }
  | { readonly kind: 'read_only_command' };

/** When a rule or a checker applies: all of it must hold. */
export interface Conditions {
  /** One of them must hold. */
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
  /** The folder that a command must run in, from the workspace's; the workspace's own when undefined. */
  readonly folder: string | undefined;
  readonly words: WordsCondition | undefined;
}

/** One `[[rule]]`, checked and compiled. */
export interface PolicyRule extends Place {
  readonly tier: Tier;
  /** 0 to 999; decides within a tier. */
  readonly priority: number;
  readonly name: string | undefined;
  readonly decision: Verdict;
  readonly conditions: Conditions;
  readonly allowsRedirection: boolean;
  /** A command that it allows is not confined. */
  readonly isOutside: boolean;
  /** Hosts that a command that it allows may reach from the sandbox. */
  readonly hosts: readonly string[];
  readonly denyMessage: string | undefined;
  /** It can make a verdict stricter, and never looser than it is without it. */
  readonly mayOnlyNarrow: boolean;
  /** The rule in one line of words. */
  readonly text: string;
}

/** A check that has to pass before a call runs; who runs it treats an error as a no. */
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

/** What is wrong with a policy file, and what to do about it. */
export interface PolicyProblem extends Place {
  readonly message: string;
  readonly hint: string;
}

/** A policy file as read. With any problem, no rule of it allows anything, and nothing is allowed by itself. */
export interface PolicyFile {
  readonly file: string;
  readonly tier: Tier;
  /** The answers of a person: for one session, or kept. Kept ones allow in trusted folders only. */
  readonly answered?: 'session' | 'kept' | undefined;
  readonly rules: readonly PolicyRule[];
  readonly checkers: readonly CheckerRule[];
  readonly problems: readonly PolicyProblem[];
  /** What looks like a mistake, and does no harm if it is one. */
  readonly notices: readonly PolicyProblem[];
}
