/** A line to run, and the folder that it was written for. */
export interface PlannedLine {
  readonly line: string;
  readonly folder: 'scratch' | 'prepared';
}

/** A forbidden effect of a line. */
export interface LineEffect {
  readonly line: string;
  readonly kind: EffectKind;
  readonly what: string;
}

/** Changed files, connections, secrets in output, processes that were touched or left running. */
export type EffectKind = 'file' | 'connection' | 'secret' | 'process';

/** The orders for a process that runs lines. */
export interface LineOrder {
  readonly fuzzed: number;
  readonly seed: number;
  /** Runs every line of the corpora in its own sandbox, and all of them in the sandbox with holes. */
  readonly isFull: boolean;
}

/** The result of all lines, as one user. */
export interface LineResult {
  readonly lines: number;
  readonly fuzzed: number;
  /** Lines that succeeded in the sandbox, which shows that commands can work in it. */
  readonly succeeded: number;
  readonly effects: readonly LineEffect[];
  /** Lines that target a canary, and how many of them reach it without a sandbox. */
  readonly canaryLines: number;
  readonly canaryLinesBare: number;
  /** Lines of the corpora in a sandbox with every hole, and how many of them had an effect. */
  readonly holedLines: number;
  readonly holedEffects: number;
  /** Sandboxes with one hole, and those whose hole was detected. */
  readonly holes: number;
  readonly holesSeen: number;
  readonly notes: readonly string[];
}
