import type { Credential, HiddenFiles } from '@bowline/workspace';

/** Whether commands are confined: never, if possible, or always (a command that cannot be confined is not run). */
export type SandboxWish = 'off' | 'auto' | 'required';

/** What the sandbox of a session is created from. */
export interface SandboxParts {
  readonly wish: SandboxWish;
  /** A user is present and is told whether commands are sandboxed. */
  readonly isInteractive: boolean;
  /** Hosts that every command in `work` can reach, even on private networks, because the user named them. */
  readonly hosts: readonly string[];
  /** Tokens that commands can use at one host each, if they can reach it. */
  readonly credentials: readonly Credential[];
  readonly platform: string;
  readonly home: string;
  readonly bowlineHome: string;
  /** The session's directories, the workspace first. */
  readonly folders: readonly [string, ...string[]];
  /** Bowline's own directory that the session's commands may read. It holds output that was too long for the model. */
  readonly folder: string;
  /** Files that no command may read, under any name. */
  readonly hidden: () => HiddenFiles;
  /** Whether a file may hold keys: commands without approval cannot read it. */
  readonly mayHoldKeys: (path: string) => boolean;
  /** The environment of programs that Bowline itself runs. It has no programs of the workspace. */
  readonly environment: Readonly<Record<string, string>>;
}
