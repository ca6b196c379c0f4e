import type { Confinement } from './confinement.ts';
import type { InsideCredentials } from './credentials/command-credentials.ts';

/** A command to start without a shell. */
export interface PlainCommand {
  /** The program, found in PATH, and its arguments. */
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** It has its own controlling terminal. */
  readonly hasTerminal: boolean;
  /** The network that was opened for it. Required if its confinement has one. */
  readonly network?: NetworkPlace | undefined;
}

/** A network in which a command starts, as files of its namespaces. */
export interface NetworkPlace {
  /** The namespace that owns it. Null if there are no user namespaces. */
  readonly user: string | null;
  readonly net: string;
  /** The placeholders that its proxy replaces with tokens. */
  readonly credentials?: InsideCredentials | undefined;
}

/** The command to start instead. */
export interface ConfinedCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** The complete environment: bubblewrap's own can be read inside. */
  readonly env: Readonly<Record<string, string>>;
  /** Descriptors that the process gets from number 3 on. `started` closes them. */
  readonly descriptors: readonly number[];
  /** Releases what only the start needs. */
  readonly started: () => void;
  /** Removes placeholders, and returns what the command left that the user should know. Call it once, after the end. */
  readonly ended: () => readonly string[];
}

/** Why a command cannot be sandboxed, for the user. It must not run then. */
export interface NotConfined {
  readonly problem: string;
}

/** Sandboxes commands with features of the operating system. */
export interface Sandbox {
  confine(confinement: Confinement, command: PlainCommand): ConfinedCommand | NotConfined;
}
