/** How a claim is to be run. */
export interface ClaimRun {
  /** The form for CI: the same measurement, smaller. */
  readonly isQuick: boolean;
  /** Tells a person what is going on; goes to stderr. */
  readonly say: (line: string) => void;
}

/** What came of it. */
export interface ClaimResult {
  readonly holds: boolean;
  readonly figures: Readonly<Record<string, number | string | boolean>>;
  /** What the figures were measured against, in the same run. */
  readonly against: string;
}

/** A number that the product claims, and the script behind it. */
export interface Claim {
  readonly id: string;
  /** The claim as a sentence, with its limits. */
  readonly sentence: string;
  readonly run: (run: ClaimRun) => Promise<ClaimResult>;
}
