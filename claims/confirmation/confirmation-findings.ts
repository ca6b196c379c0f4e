/** Counts that must stay 0. */
const faultNames = [
  /** Questions that a process had seen or the log has, and that the next process did not find unchanged. */
  'lostQuestions',
  'askedTwice',
  'resolvedTwice',
  /** Questions that were not resolved, or resolved differently from the answer. */
  'wronglyResolved',
  /** Answers that were accepted but are not in the log, and answers that counted twice. */
  'lostAnswers',
  'countedTwice',
  /** Rejections with the wrong error code. */
  'wrongWords',
  /** Effects that happened twice, were not allowed, or were reported but did not happen. */
  'doubled',
  'ranUnallowed',
  'falseReports',
  /** "Always" answers whose rule is missing, and "session" or "always" answers that did not cover the next call. */
  'rulesLost',
  'grantsLost',
  'unknownHidden',
  'requestsWithoutResponse',
  'unended',
  /** Acknowledged records that are missing, and logs that do not verify. */
  'recordsLost',
  'unsound',
] as const;

/** Counts that show how much was checked. */
const countNames = [
  'killed',
  'resumed',
  'takenOver',
  'questions',
  'answersTwice',
  'answersAgain',
  'rulesKept',
  'grantsHeld',
  'effects',
  'interruptedShown',
  /**
   * Effects that had happened at a kill without a record in the log; a plain rerun of unfinished calls would double
   * them.
   */
  'replayWouldDouble',
  'acked',
] as const;

export type ConfirmationFault = (typeof faultNames)[number];
export type ConfirmationCount = (typeof countNames)[number];

/** The summed findings of rounds. */
export class ConfirmationFindings {
  readonly faults: Record<ConfirmationFault, number>;
  readonly counts: Record<ConfirmationCount, number>;
  readonly problems: string[] = [];

  constructor() {
    this.faults = Object.fromEntries(faultNames.map((name) => [name, 0])) as Record<ConfirmationFault, number>;
    this.counts = Object.fromEntries(countNames.map((name) => [name, 0])) as Record<ConfirmationCount, number>;
  }

  /** The total number of faults. */
  get faulty(): number {
    return Object.values(this.faults).reduce((sum, count) => sum + count, 0);
  }

  find(fault: ConfirmationFault, problem: string): void {
    this.faults[fault] += 1;
    this.problems.push(`${fault}: ${problem}`);
  }

  add(other: ConfirmationFindings): void {
    for (const name of faultNames) this.faults[name] += other.faults[name];
    for (const name of countNames) this.counts[name] += other.counts[name];
    this.problems.push(...other.problems);
  }
}
