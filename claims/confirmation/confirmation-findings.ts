/** What may not be. */
const faultNames = [
  /** Questions that a process had seen, or the log has, and that the next process did not find as they were. */
  'lostQuestions',
  'askedTwice',
  'resolvedTwice',
  /** Questions of which nothing became, or something else than was answered. */
  'wronglyResolved',
  /** Answers of which a person was told that they count, and that are not in the log; answers that counted again. */
  'lostAnswers',
  'countedTwice',
  /** Refusals with another code than they should have. */
  'wrongWords',
  /** Effects that are there twice, that nobody allowed, or that are said to be there and are not. */
  'doubled',
  'ranUnallowed',
  'falseReports',
  /** Answers for always without their rule; answers for longer that did not hold for the next call. */
  'rulesLost',
  'grantsLost',
  'unknownHidden',
  'requestsWithoutResponse',
  'unended',
  /** Acknowledged records that are gone, and logs that do not verify. */
  'recordsLost',
  'unsound',
] as const;

/** What is counted to show that there was something to be seen. */
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
  /** Effects that were there at a kill with nothing in the log to say so: who just runs unfinished calls again doubles these. */
  'replayWouldDouble',
  'acked',
] as const;

export type ConfirmationFault = (typeof faultNames)[number];
export type ConfirmationCount = (typeof countNames)[number];

/** What was found in rounds, summed up. */
export class ConfirmationFindings {
  readonly faults: Record<ConfirmationFault, number>;
  readonly counts: Record<ConfirmationCount, number>;
  readonly problems: string[] = [];

  constructor() {
    this.faults = Object.fromEntries(faultNames.map((name) => [name, 0])) as Record<ConfirmationFault, number>;
    this.counts = Object.fromEntries(countNames.map((name) => [name, 0])) as Record<ConfirmationCount, number>;
  }

  /** How many faults there are. */
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
