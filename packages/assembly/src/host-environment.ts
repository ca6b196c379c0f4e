import type { GrammarFiles } from '@bowline/guard';
import type { LogOwner, SessionStore } from '@bowline/log';
import type { SessionHome } from './home/open-home.ts';
import type { LearnedStore } from './learned-store.ts';

/** What only the embedding program knows about the machine. */
export interface HostEnvironment {
  /** Where sessions and their files on this machine are stored. */
  readonly sessionsFolder: string;
  /** Opens another store for logs. It is closed with the session. */
  readonly openStore?: (() => SessionStore) | undefined;
  readonly owner: LogOwner;
  /** The operating system's name of the user at this terminal. Answers given here are recorded under it. */
  readonly user: string;
  /** How to start a process of Bowline: the Node binary, its flags, and the supervisor's file. */
  readonly node: { readonly execPath: string; readonly execArgv: readonly string[]; readonly supervisor: string };
  /** For commands. Already without secrets. */
  readonly environment: Readonly<Record<string, string>>;
  readonly platform: string;
  readonly version: string;
  readonly newId: () => string;
  readonly ripgrep?: string | undefined;
  /** The user's home folder, and Bowline's folder in it. */
  readonly home: string;
  readonly bowlineHome: string;
  /** Where learned data (memory, lasting grants) is stored, if not shared by all sessions of this machine. */
  readonly learnedDir?: string | undefined;
  /** Stores learned data instead, shared with other machines. What is in `learnedDir` is still read. */
  readonly learned?: LearnedStore | undefined;
  /** Whether a takeover ends the commands of the process that had the session. Default: true. */
  readonly fencesCommands?: boolean | undefined;
  /** How long commands run on after another machine has taken over their session. Default: any time. */
  readonly commandLeaseMs?: number | undefined;
  /** Makes the sandbox mode `auto` sandbox commands if the system can. Otherwise `auto` means `off`. */
  readonly confines?: boolean | undefined;
  /** The files of the shell grammar in a bundle. Default: found in the packages. */
  readonly grammars?: GrammarFiles | undefined;
  /** Keeps the files of the session in a store that machines share. Default: its workspace is the folder that it names. */
  readonly sessionHome?: SessionHome | undefined;
  /** The token for remote workspaces, if the user has set one. */
  readonly workspaceToken?: (() => string | undefined) | undefined;
}
