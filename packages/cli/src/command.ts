import type { LimitOptions } from '@bowline/settings';
import type { HostEnvironment } from '@bowline/assembly';
import type { CommandName } from './usage/command-table.ts';

/** Everything that a command may use of the process and the machine. */
export interface CommandEnv {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Replaces the status line on a terminal; an empty line removes it. */
  readonly status: (line: string) => void;
  readonly isStderrTty: boolean;
  readonly isStdoutTty: boolean;
  readonly isStdinTty: boolean;
  /** The piped input; empty if there is none, or if none arrives soon and it is not needed. */
  readonly readStdin: (options?: { readonly isNeeded?: boolean }) => Promise<string>;
  /** Reads a secret from the terminal without echo. Null if the user cancels. Undefined without a terminal. */
  readonly readSecret?: ((label: string) => Promise<string | null>) | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly machine: HostEnvironment;
  /** The user's home directory. */
  readonly home: string;
  /** Aborts on SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
}

/** A parsed command line. */
export type CliArguments =
  | { readonly command: 'prompt'; readonly prompt: PromptArguments }
  /** An interactive session. */
  | { readonly command: 'screen'; readonly prompt: PromptArguments; readonly isScreenReader: boolean }
  | { readonly command: CommandName; readonly words: readonly string[] };

/** What a headless run does when a call needs approval. */
export type OnConfirm = 'deny' | 'suspend' | 'fail';

/** The formats of `--output-format`. */
export const outputFormats = ['text', 'json', 'stream-json', 'events'] as const;
export type OutputFormat = (typeof outputFormats)[number];

/** The options of a prompt. */
export interface PromptArguments {
  readonly text: string;
  readonly model?: string | undefined;
  readonly format: OutputFormat;
  /** A JSON Schema for the answer, or the file that contains it. */
  readonly jsonSchema?: string | undefined;
  readonly mode?: 'default' | 'auto_edit' | 'plan' | 'preview' | 'yolo' | undefined;
  /** Whether commands are sandboxed. Default: the setting security.sandbox. */
  readonly sandbox?: 'off' | 'auto' | 'required' | undefined;
  readonly resume?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly isTakeover: boolean;
  readonly ignoresOldCommands: boolean;
  /** Summarize the session first, and keep this in detail. */
  readonly compact?: string | undefined;
  readonly directories: readonly string[];
  /** The URL of a remote workspace. Default: the working directory. */
  readonly workspace?: string | undefined;
  readonly limits: Pick<LimitOptions, 'maxSteps' | 'maxTokens' | 'maxCost' | 'maxSeconds'>;
  /** False for --no-loop-detection. Default: the settings. */
  readonly loopDetection?: false | undefined;
  /** Ignored settings are an error: unknown keys, hooks, MCP servers, extensions, containers. */
  readonly isStrict: boolean;
  readonly mayFallBack: boolean;
  readonly onQuota?: 'wait' | 'fail' | undefined;
  readonly onConfirm: OnConfirm;
  /** The folder is trusted in this run. */
  readonly isTrusted: boolean;
  /** Additional policy files. */
  readonly policies: readonly string[];
  /** Files for recorded model responses. */
  readonly recordTo?: string | undefined;
  readonly replayFrom?: string | undefined;
  readonly debugFile?: string | undefined;
}
