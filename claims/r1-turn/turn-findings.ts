/** The summed effects of kills on turns. */
export interface TurnFindings {
  /** Turns in which a process was killed, and those that another process then finished. */
  killed: number;
  resumed: number;
  acked: number;
  /** Acknowledged records that are missing or differ from what was acknowledged. */
  lost: number;
  /** Logs that do not verify. */
  unsound: number;
  /** Requests with no response or two. */
  requestsWithoutResponse: number;
  /** Turns that did not end. */
  unended: number;
  /** Effects that happened twice. */
  doubled: number;
  /** Calls that were reported as done and had no effect. */
  falseReports: number;
  /**
   * Calls that had begun at the kill and may have had their effect: with an unknown outcome reported to user and model,
   * and without.
   */
  interruptedShown: number;
  unknownHidden: number;
  /** Commands that had begun at the kill: with their output in the response, and without. */
  reattached: number;
  notReattached: number;
  /**
   * Effects that had happened at the kill without a record in the log; a plain rerun of unfinished calls would double
   * them.
   */
  replayWouldDouble: number;
  readonly problems: string[];
}

/** Creates findings with all counts at zero. */
export function createTurnFindings(): TurnFindings {
  return {
    killed: 0,
    resumed: 0,
    acked: 0,
    lost: 0,
    unsound: 0,
    requestsWithoutResponse: 0,
    unended: 0,
    doubled: 0,
    falseReports: 0,
    interruptedShown: 0,
    unknownHidden: 0,
    reattached: 0,
    notReattached: 0,
    replayWouldDouble: 0,
    problems: [],
  };
}

/** Adds the findings of another round. */
export function addTurnFindings(sum: TurnFindings, one: TurnFindings): void {
  const { problems, ...counts } = one;
  for (const [name, count] of Object.entries(counts) as [keyof typeof counts, number][]) sum[name] += count;
  sum.problems.push(...problems);
}
