import type { ApprovalMode, Effect } from '@bowline/protocol';
import type { ShellLine } from '../shell/shell-line.ts';

/** A folder other than the workspace's own. */
export interface CallFolder {
  /** As its real path is from the workspace's; nothing that begins with `..` lies in it. */
  readonly path: string;
  /** It is a git repository of its own, or lies in one, as `git` would find it from there. */
  readonly isOtherRepository: boolean;
}

/** A call to be judged. */
export interface PolicyCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly effect: Effect;
  /** The MCP server that offers the tool, by our own client's account. Without it a name like `mcp_x_y` proves nothing. */
  readonly mcpServer?: string;
  /** The subagent that calls; absent for the main agent. */
  readonly subagent?: string;
  readonly annotations?: Readonly<Record<string, unknown>>;
  /** The command line of `run_shell_command`, read. Absent is taken for not understood. */
  readonly shell?: ShellLine;
  /** What a page is fetched from, of a call that fetches. */
  readonly urls?: readonly string[];
  /** The folder that a command runs in. The workspace's own when absent. */
  readonly folder?: CallFolder;
  /** Why git may run programs that the repository names, when it may; of a line with git in it. */
  readonly gitRuns?: string;
  /** False when the folder it runs in, or a file it names, lies outside the workspace. */
  readonly isInsideWorkspace?: boolean;
}

/** What a decision depends on besides the call. */
export interface PolicyContext {
  readonly mode: ApprovalMode;
  /** A user is present: what `interactive` in a rule means. */
  readonly isInteractive: boolean;
  /** Approval can be requested, possibly answered later. Default: `isInteractive`. */
  readonly canAsk?: boolean;
  /** To name every rule that matches, and not only those that were needed to decide. */
  readonly wantsAllMatches?: boolean;
}
