import type { Credential, HiddenFiles } from '@bowline/workspace';

/** Whether commands are confined: never, where it is possible, or else not run. */
export type SandboxWish = 'off' | 'auto' | 'required';

/** What the sandbox of a session is made from. */
export interface SandboxParts {
  readonly wish: SandboxWish;
  /** A user is present and is told whether commands are sandboxed. */
  readonly isInteractive: boolean;
  /** Hosts that every command in `work` reaches, on private networks too: the person named them. */
  readonly hosts: readonly string[];
  /** Tokens that commands can use at one host each, when they reach it. */
  readonly credentials: readonly Credential[];
  readonly platform: string;
  readonly home: string;
  readonly bowlineHome: string;
  /** The folders of the session, the workspace first. */
  readonly folders: readonly [string, ...string[]];
  /** The folder of ours that its commands may read: what was too long for the model is there. */
  readonly folder: string;
  /** What no command may read, by any name. */
  readonly hidden: () => HiddenFiles;
  /** Whether a file may hold keys: commands without approval cannot read it. */
  readonly mayHoldKeys: (path: string) => boolean;
  /** For programs that Bowline itself runs: none of the workspace's. */
  readonly environment: Readonly<Record<string, string>>;
}
