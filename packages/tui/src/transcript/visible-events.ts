/** A rewind: the record that did it, and the last record that counts after it. */
export interface Rewind {
  readonly at: number;
  readonly to: number;
}

/** The sequence number of an event's record, with which its ID begins. */
export function seqOf(eventId: string): number {
  const seq = Number.parseInt(eventId, 10);
  return Number.isNaN(seq) ? 0 : seq;
}

/** Which records still count. The log is a tree in append order: a rewind starts a branch from record `to`. */
export function toVisible(rewinds: readonly Rewind[], head: number): (seq: number) => boolean {
  const ranges: { from: number; to: number }[] = [];
  let end = head;
  for (const { at, to } of rewinds.toReversed()) {
    if (at > end) continue;
    ranges.push({ from: at, to: end });
    end = to;
  }
  ranges.push({ from: 0, to: end });
  return (seq) => ranges.some(({ from, to }) => from <= seq && seq <= to);
}
