import type { Machine } from '@bowline/assembly';
import type { CommandName } from './usage/command-table.ts';

/** All that a command may touch of the world. No `process`, no globals. */
export interface CommandEnv {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** One line on a terminal that replaces the one before; empty takes it away. */
  readonly status: (line: string) => void;
  readonly isStderrTty: boolean;
  /** Somebody watches the answer as it is written. */
  readonly isStdoutTty: boolean;
  readonly isStdinTty: boolean;
  /** What was piped in; empty when nothing was, or nothing came soon and it is not needed. */
  readonly readStdin: (options?: { readonly isNeeded?: boolean }) => Promise<string>;
  /** Asks at the terminal for what must not be shown; null when the person gives up. Undefined where nobody can be asked. */
  readonly readSecret?: ((label: string) => Promise<string | null>) | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly machine: Machine;
  /** The person's home folder. */
  readonly home: string;
  /** Aborts when the person asks to stop. */
  readonly signal: AbortSignal;
}

/** A command line as it was understood. */
export type CliArguments =
  | { readonly command: 'prompt'; readonly prompt: PromptArguments }
  /** A session on the screen; the program around it is started where the process is. */
  | { readonly command: 'screen'; readonly prompt: PromptArguments; readonly isScreenReader: boolean }
  | { readonly command: CommandName; readonly words: readonly string[] };

/** What to do when a person would have to answer and nobody is there. */
export type OnConfirm = 'deny' | 'suspend' | 'fail';

export type OutputFormat = 'text' | 'json' | 'stream-json' | 'events';

/** What a prompt was asked with. */
export interface PromptArguments {
  readonly text: string;
  readonly model?: string | undefined;
  readonly format: OutputFormat;
  /** What the answer has to look like: a JSON Schema, or the file that holds it. */
  readonly jsonSchema?: string | undefined;
  readonly mode?: 'default' | 'auto_edit' | 'plan' | 'yolo' | undefined;
  /** Whether the operating system confines commands; as settings say when absent. */
  readonly sandbox?: 'off' | 'auto' | 'required' | undefined;
  readonly resume?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly isTakeover: boolean;
  /** The history is summarised first; what it says is kept in view above all. */
  readonly compact?: string | undefined;
  readonly directories: readonly string[];
  readonly maxTurns?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly maxCost?: number | undefined;
  readonly maxSeconds?: number | undefined;
  /** False when asked for; else as settings say. */
  readonly looksForLoops?: false | undefined;
  /** An unknown key, or a sandbox, hooks, MCP servers or extensions that Gemini CLI would use, is an error. */
  readonly isStrict: boolean;
  readonly mayFallBack: boolean;
  readonly onQuota?: 'wait' | 'fail' | undefined;
  readonly onConfirm: OnConfirm;
  /** The folder is trusted for this run. */
  readonly isTrusted: boolean;
  /** Policy files for this run. */
  readonly policies: readonly string[];
  /** Files that the model's side is written to, or read from. */
  readonly recordTo?: string | undefined;
  readonly replayFrom?: string | undefined;
  readonly debugFile?: string | undefined;
}
