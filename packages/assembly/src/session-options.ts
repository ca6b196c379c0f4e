import type { AgentParts } from '@bowline/runtime';
import type { ModelSetup } from '@bowline/providers';
import type { ModelOptions, OpenedSettings, OptionGroups } from '@bowline/settings';
import type { Tool } from '@bowline/tools';

/** What a user or an embedding program requests of a session. */
export interface SessionOptions extends OptionGroups {
  /** A folder, or the URL of a remote workspace: `bowline://HOST:PORT`. */
  readonly workspace: string;
  /** The token of a remote workspace. Default: the machine's. */
  readonly workspaceToken?: string | undefined;
  /** Receives sentences about the connection to a remote workspace. */
  readonly onWorkspaceTrouble?: ((text: string) => void) | undefined;
  /** Default: a new session. `latest` is the newest of this workspace. */
  readonly session?: {
    readonly id?: string;
    readonly resume?: string;
    readonly takeover?: boolean;
    /** Changes the workspace even if commands of an earlier owner may still be running. */
    readonly ignoresOldCommands?: boolean;
  };
  /** A user is present to answer questions. */
  readonly isInteractive: boolean;
  readonly models: ModelSetup;
  readonly model?: ModelOptions | undefined;
  /** Tools besides or instead of the built-in ones, and those that the host runs. */
  readonly tools?: {
    readonly own?: readonly Tool[];
    readonly host?: AgentParts['hostTools'];
    readonly isBuiltIn?: boolean;
  };
  /** The settings of a folder, used where no option is given. */
  readonly settings?: ((workspace: string) => OpenedSettings) | undefined;
}
