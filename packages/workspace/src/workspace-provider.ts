import type { BackgroundCommand, Workspace } from './workspace.ts';

/** The machine that a workspace is on, as far as decisions about calls depend on it. */
export interface WorkspaceMachine {
  /** The home folder of the user there. */
  readonly home: string;
  readonly platform: string;
  /** Whether commands are sandboxed there: never, if possible, or always. */
  readonly sandbox: 'off' | 'auto' | 'required';
  /** Why commands cannot be sandboxed there. Undefined if they can, or are not to be. */
  readonly sandboxProblem: () => Promise<string | undefined>;
}

/** A workspace of one session, until closed. */
export interface OpenedWorkspace extends Workspace {
  readonly machine: WorkspaceMachine;
  /** Ends background commands and returns them, for a run that will not be resumed. */
  readonly endBackground: () => Promise<readonly BackgroundCommand[]>;
  /** Disconnects. Running commands continue until their lease ends and can be found again by key. */
  readonly close: () => void;
}

/** Resolves the workspace of a session: a folder of this machine, or one on another machine. */
export interface WorkspaceProvider {
  /** The same session always gets the same workspace, with the commands that it has started. */
  readonly open: (session: { readonly sessionId: string }) => Promise<OpenedWorkspace>;
}
