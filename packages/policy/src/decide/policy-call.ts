import type { ApprovalMode, Effect } from '@bowline/protocol';
import type { ShellLine } from '../shell/shell-line.ts';

/** A directory other than the workspace. */
export interface CallFolder {
  /**
   * The real path, relative to that of the workspace. If it begins with `..`, the directory is outside the workspace.
   */
  readonly path: string;
  /** The directory is or is in another Git repository, as `git` would find it from there. */
  readonly isOtherRepository: boolean;
}

/** A call to be judged. */
export interface PolicyCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly effect: Effect;
  /** The tool's MCP server, as reported by Bowline's own client. Without it a name like `mcp_x_y` proves nothing. */
  readonly mcpServer?: string;
  /** The subagent that calls; absent for the main agent. */
  readonly subagent?: string;
  readonly annotations?: Readonly<Record<string, unknown>>;
  /** The parsed command line of `run_shell_command`. If absent, the line counts as not understood. */
  readonly shell?: ShellLine;
  /** The URLs that the call fetches. */
  readonly urls?: readonly string[];
  /** The working directory of a command. Default: the workspace. */
  readonly folder?: CallFolder;
  /** Why Git may run programs that the repository names, if it may. Only for a line that runs Git. */
  readonly gitRuns?: string;
  /** False if the working directory or a file that the call names is outside the workspace. */
  readonly isInsideWorkspace?: boolean;
}

/** What a decision depends on besides the call. */
export interface PolicyContext {
  readonly mode: ApprovalMode;
  /** A user is present: what `interactive` in a rule means. */
  readonly isInteractive: boolean;
  /** Approval can be requested, possibly answered later. Default: `isInteractive`. */
  readonly canAsk?: boolean;
  /** Reports every rule that matches, not only those needed to decide. */
  readonly wantsAllMatches?: boolean;
}
