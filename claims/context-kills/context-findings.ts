/** What may not be. */
const faultNames = [
  /** What somebody was told is safe and is gone, or is not shown: records, words, wishes, files for agents, masked results. */
  'lost',
  /** Words, effects, responses, changes and maskings that are there twice. */
  'doubled',
  /** Records that two summaries stand for, drafts that were made again, questions about what is summarised already. */
  'summarisedTwice',
  /** Requests that show anything else than the log says up to there. */
  'viewsDiffer',
  /** Histories that were taken for much larger or smaller than they are. */
  'misjudged',
  /** Requests with the instruction or the tools of another mode, and modes that do not follow from the records. */
  'modesDiffer',
  'unanswered',
  /** Effects that had begun at a kill and are not said to be unknown; effects that are said to be there and are not. */
  'unknownHidden',
  'falseReports',
  'unended',
  'unsound',
  /** Sessions in which there was too little to be seen. */
  'thin',
] as const;

/** What is counted to show that there was something to be seen. */
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
  /** Summaries that were asked for and not yet kept at a kill: these are paid for twice, and kept once. */
  'askedAgain',
  'interruptedShown',
] as const;

export type ContextFault = (typeof faultNames)[number];
export type ContextCount = (typeof countNames)[number];

/** What was found in rounds, summed up. */
export class ContextFindings {
  readonly faults: Record<ContextFault, number>;
  readonly counts: Record<ContextCount, number>;
  readonly problems: string[] = [];

  constructor() {
    this.faults = Object.fromEntries(faultNames.map((name) => [name, 0])) as Record<ContextFault, number>;
    this.counts = Object.fromEntries(countNames.map((name) => [name, 0])) as Record<ContextCount, number>;
  }

  /** How many faults there are. */
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
