import type { SandboxLimits } from '@bowline/workspace';

/** How the battery runs commands: bare, which shows that an attack works on this machine, or confined. */
export type BatteryTarget = 'plain' | 'observe' | 'work';

/** Every target, in the order in which they run. */
export const TARGETS: readonly BatteryTarget[] = ['plain', 'observe', 'work'];

/** The beginning of names in folders that all users share. */
export const HOST_PREFIX = 'bowline-s1-';

/** Small limits, so that exhausting them harms nothing. */
export const LIMITS: SandboxLimits = { temporaryBytes: 64 * 1024 ** 2, fileBytes: 1024 ** 3, processes: 256 };

/** Files below the workspace that confined commands must not read. */
export const HIDDEN: readonly string[] = ['.env', 'conf/.env', 'late.env', 'secrets'];

/** Another product's sandbox, in which the battery runs for comparison. */
export interface PeerSandbox {
  readonly kind: 'srt' | 'codex';
  /** The folder in which its packages are installed. */
  readonly prefix: string;
}

/** Folders and files on the host for the battery, each used by nothing else. */
export interface BatteryPlaces {
  /** For homes and workspaces; not below a temporary folder, because sandboxes replace those. */
  readonly base: string;
  /** Substitutes for /run, /srv and /var/lib, or folders in them. */
  readonly run: string;
  readonly srv: string;
  readonly state: string;
  /** A program that runs as root for every user. */
  readonly setuidProgram: string;
  /** The folder with the probes. */
  readonly probes: string;
  /** The bundled agent. */
  readonly agent: string;
  /** The sandbox to use instead of Bowline's. */
  readonly peer: PeerSandbox | null;
}

/** The declaration of a probe. */
export interface DeclaredProbe {
  readonly name: string;
  readonly oracle: string;
  readonly sentence: string;
  readonly further: boolean;
  readonly alone: boolean;
  readonly only: BatteryTarget | null;
}

/** The outcome of a probe, according to its oracle. */
export interface Verdict {
  readonly isOpen: boolean;
  readonly text: string;
}

/** The outcome of all probes, by target and name. */
export interface BatteryResult {
  readonly probes: readonly DeclaredProbe[];
  readonly verdicts: Readonly<Record<BatteryTarget, Readonly<Record<string, Verdict>>>>;
}

/** The orders for the battery's agent. */
export interface AgentOrder {
  readonly target: BatteryTarget;
  readonly peer: PeerSandbox | null;
  readonly home: string;
  readonly readable: readonly string[];
  /** For its journal and temporary files. */
  readonly stateFolder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly commands: readonly { readonly workspace: string; readonly words: readonly string[] }[];
}
