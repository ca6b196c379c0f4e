import type { SandboxLimits } from '@bowline/workspace';

/** How the battery runs commands: bare, which shows that an attack works on this machine, or confined. */
export type BatteryTarget = 'plain' | 'observe' | 'work';

/** Every target, in the order in which they run. */
export const TARGETS: readonly BatteryTarget[] = ['plain', 'observe', 'work'];

/** Small enough that filling them up harms nothing. */
export const LIMITS: SandboxLimits = { temporaryBytes: 64 * 1024 ** 2, fileBytes: 1024 ** 3, processes: 256 };

/** What cannot be read by confined commands, below the workspace. */
export const HIDDEN: readonly string[] = ['.env', 'conf/.env', 'late.env', 'secrets'];

/** Another product's sandbox, which the battery is run in for comparison. */
export interface PeerSandbox {
  readonly kind: 'srt' | 'codex';
  /** Where its packages are installed. */
  readonly prefix: string;
}

/** Places of the host that the battery is given, each its own. */
export interface BatteryPlaces {
  /** For homes and workspaces; not below a temporary folder, which sandboxes replace. */
  readonly base: string;
  /** Stand-ins for /run, /srv and /var/lib, or folders in those. */
  readonly run: string;
  readonly srv: string;
  readonly state: string;
  /** A program that runs as root for every user. */
  readonly setuidProgram: string;
  /** The folder with the probes. */
  readonly probes: string;
  /** The bundled agent. */
  readonly agent: string;
  /** What confines commands instead of ours. */
  readonly peer: PeerSandbox | null;
}

/** A probe as it declares itself. */
export interface DeclaredProbe {
  readonly name: string;
  readonly oracle: string;
  readonly sentence: string;
  readonly further: boolean;
  readonly alone: boolean;
  readonly only: BatteryTarget | null;
}

/** What came of a probe, by its oracle. */
export interface Verdict {
  readonly isOpen: boolean;
  readonly text: string;
}

/** What came of all probes, by target and name. */
export interface BatteryResult {
  readonly probes: readonly DeclaredProbe[];
  readonly verdicts: Readonly<Record<BatteryTarget, Readonly<Record<string, Verdict>>>>;
}

/** What the agent of the battery is told to run. */
export interface AgentOrder {
  readonly target: BatteryTarget;
  readonly peer: PeerSandbox | null;
  readonly home: string;
  readonly readable: readonly string[];
  /** For its journal and its short-lived files. */
  readonly stateFolder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly commands: readonly { readonly workspace: string; readonly words: readonly string[] }[];
}
