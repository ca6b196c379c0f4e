/** A line to be run, and the folder that it was written for. */
export interface PlannedLine {
  readonly line: string;
  readonly folder: 'scratch' | 'prepared';
}

/** What a line did that it must not. */
export interface LineEffect {
  readonly line: string;
  readonly kind: EffectKind;
  readonly what: string;
}

/** Files that changed, connections, secrets in output, processes that were touched or left. */
export type EffectKind = 'file' | 'connection' | 'secret' | 'process';

/** What a player of lines is told. */
export interface LineOrder {
  readonly fuzzed: number;
  readonly seed: number;
  /** Every line of the corpora in a sandbox of its own, and all of them in the one with holes. */
  readonly isFull: boolean;
}

/** What came of all lines, as one user. */
export interface LineResult {
  readonly lines: number;
  readonly fuzzed: number;
  /** Lines that ended with success in the sandbox: it lets commands work. */
  readonly succeeded: number;
  readonly effects: readonly LineEffect[];
  /** Lines against each canary, and how many of them reach it without a sandbox. */
  readonly canaryLines: number;
  readonly canaryLinesBare: number;
  /** Lines of the corpora in a sandbox with every hole, and how many of them had an effect. */
  readonly holedLines: number;
  readonly holedEffects: number;
  /** Sandboxes with one hole, and those in which it was seen. */
  readonly holes: number;
  readonly holesSeen: number;
  readonly notes: readonly string[];
}
