/** Counts that must stay 0. */
const faultNames = [
  /**
   * What was acknowledged but is missing or not shown: records, messages, compaction requests, memory files, masked
   * results.
   */
  'lost',
  /** Messages, effects, responses, mode changes and maskings that exist twice. */
  'doubled',
  /** Records that two summaries cover, drafts that were made again, and requests for a summary that already exists. */
  'summarisedTwice',
  /** Requests that do not show what the log says at that point. */
  'viewsDiffer',
  /** Histories whose size was estimated far too high or too low. */
  'misjudged',
  /** Requests with the instruction or the tools of another mode, and modes that do not follow from the records. */
  'modesDiffer',
  'unanswered',
  /** Effects that had begun at a kill and are not reported as unknown; effects that are reported but did not happen. */
  'unknownHidden',
  'falseReports',
  'unended',
  'unsound',
  /** Sessions in which too little happened to prove anything. */
  'thin',
] as const;

/** Counts that show how much was checked. */
const countNames = [
  'rounds',
  'killed',
  'resumed',
  'records',
  'acked',
  'requests',
  'requestsAfterKill',
  'words',
  'maskings',
  'masked',
  'compactions',
  'compactionsAsked',
  'nudges',
  'modeChanges',
  /** Summaries that were requested but not yet stored at a kill: they are paid for twice and stored once. */
  'askedAgain',
  'interruptedShown',
] as const;

export type ContextFault = (typeof faultNames)[number];
export type ContextCount = (typeof countNames)[number];

/** The summed findings of rounds. */
export class ContextFindings {
  readonly faults: Record<ContextFault, number>;
  readonly counts: Record<ContextCount, number>;
  readonly problems: string[] = [];

  constructor() {
    this.faults = Object.fromEntries(faultNames.map((name) => [name, 0])) as Record<ContextFault, number>;
    this.counts = Object.fromEntries(countNames.map((name) => [name, 0])) as Record<ContextCount, number>;
  }

  /** The total number of faults. */
  get faulty(): number {
    return Object.values(this.faults).reduce((sum, count) => sum + count, 0);
  }

  find(fault: ContextFault, problem: string): void {
    this.faults[fault] += 1;
    this.problems.push(`${fault}: ${problem}`);
  }

  add(other: ContextFindings): void {
    for (const name of faultNames) this.faults[name] += other.faults[name];
    for (const name of countNames) this.counts[name] += other.counts[name];
    this.problems.push(...other.problems);
  }
}
