/** What kills did to turns, summed up. */
export interface TurnFindings {
  /** Turns that a process was killed in, and that another one then brought to their end. */
  killed: number;
  resumed: number;
  acked: number;
  /** Acknowledged records that are gone, or are not the ones that were acknowledged. */
  lost: number;
  /** Logs that do not verify. */
  unsound: number;
  /** Requests without a response, or with two. */
  requestsWithoutResponse: number;
  /** Turns that did not come to an end. */
  unended: number;
  /** Effects that were there twice. */
  doubled: number;
  /** Calls that were said to be done and left no effect. */
  falseReports: number;
  /** Calls that had begun at the kill and may have had their effect: those whose unknown outcome person and model were told of, and those not. */
  interruptedShown: number;
  unknownHidden: number;
  /** Commands that had begun at the kill: those whose output is in the response, and those of which it is not. */
  reattached: number;
  notReattached: number;
  /** Effects that were there at the kill, with nothing in the log to say so: who just runs unfinished calls again doubles these. */
  replayWouldDouble: number;
  readonly problems: string[];
}

/** Before anything was looked at. */
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

/** Adds what another round found. */
export function addTurnFindings(sum: TurnFindings, one: TurnFindings): void {
  const { problems, ...counts } = one;
  for (const [name, count] of Object.entries(counts) as [keyof typeof counts, number][]) sum[name] += count;
  sum.problems.push(...problems);
}
