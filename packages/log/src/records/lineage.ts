/** A `rewound` record at `at`: the records after it continue from record `to`. */
export interface Rewind {
  readonly at: number;
  readonly to: number;
}

/** Records `from` to `to`, inclusive. */
export interface SeqRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the visible records when `head` is the last one, oldest first.
 *
 * The log is a tree in linear form: a `rewound` record starts a branch that continues from record `to`.
 * Undoing a rewind is a rewind to the end of the branch that it left.
 */
export function toVisibleRanges(rewinds: readonly Rewind[], head: number): SeqRange[] {
  const ranges: SeqRange[] = [];
  let end = head;
  for (let n = rewinds.length - 1; n >= 0 && end > 0; n -= 1) {
    const rewind = rewinds[n];
    if (rewind === undefined || rewind.at > end) continue;
    ranges.push({ from: rewind.at, to: end });
    end = rewind.to;
  }
  if (end > 0) ranges.push({ from: 1, to: end });
  return ranges.reverse();
}

/** Whether a record is within the ranges. */
export function isVisible(ranges: readonly SeqRange[], seq: number): boolean {
  return ranges.some((range) => range.from <= seq && seq <= range.to);
}

/** Returns the part of a path after one of its records. */
export function rangesAfter(ranges: readonly SeqRange[], seq: number): SeqRange[] {
  return ranges
    .filter((range) => range.to > seq)
    .map((range) => ({ from: Math.max(range.from, seq + 1), to: range.to }));
}
