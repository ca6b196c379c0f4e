/** How to run a claim. */
export interface ClaimRun {
  /** The quick form for CI: the same measurement, but smaller. */
  readonly isQuick: boolean;
  /** Prints progress to stderr. */
  readonly say: (line: string) => void;
}

/** The result of a claim. */
export interface ClaimResult {
  readonly holds: boolean;
  readonly figures: Readonly<Record<string, number | string | boolean>>;
  /** What the figures were compared with, in the same run. */
  readonly against: string;
}

/** A number that the product claims, and the script behind it. */
export interface Claim {
  readonly id: string;
  /** The claim as a sentence, with its limits. */
  readonly sentence: string;
  readonly run: (run: ClaimRun) => Promise<ClaimResult>;
}
