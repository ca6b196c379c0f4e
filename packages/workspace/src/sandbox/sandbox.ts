import type { Confinement } from './confinement.ts';
import type { InsideCredentials } from './credentials/command-credentials.ts';

/** A command to be started, from its words. */
export interface PlainCommand {
  /** The program, found in the folders of PATH, and its arguments. */
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** It has a terminal of its own, which stays its controlling one. */
  readonly hasTerminal: boolean;
  /** The network that was opened for it; needed when its confinement has one. */
  readonly network?: NetworkPlace | undefined;
}

/** A network that a command is started in, by the files of its namespaces. */
export interface NetworkPlace {
  /** The namespace that owns it; null where there are no user namespaces. */
  readonly user: string | null;
  readonly net: string;
  /** What its proxy puts tokens in the place of. */
  readonly credentials?: InsideCredentials | undefined;
}

/** A command as it is started instead. */
export interface ConfinedCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** All of it: bubblewrap's own environment can be read inside. */
  readonly env: Readonly<Record<string, string>>;
  /** Descriptors that the process gets as its fourth and later; closed by `started`. */
  readonly descriptors: readonly number[];
  /** Lets go of what only the start needs. */
  readonly started: () => void;
  /** Removes what stood in for missing paths, and tells what the command left that a person should know. Called once, after the end. */
  readonly ended: () => readonly string[];
}

/** Why a command cannot be confined, in words for a person. It must then not be run. */
export interface NotConfined {
  readonly problem: string;
}

/** Confines commands by means of the operating system. */
export interface Sandbox {
  confine(confinement: Confinement, command: PlainCommand): ConfinedCommand | NotConfined;
}
