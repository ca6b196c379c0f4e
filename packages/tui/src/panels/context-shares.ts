/** The shares of the parts of a window and of what is free, in whole percent, and of all parts together. */
export interface ContextShares {
  /** One for each part, then the free one. */
  readonly shares: readonly string[];
  readonly total: string;
}

/** Shares that add up: to the total, and with what is free to 100%. Less than one percent is `<1%`, never `0%`. */
export function toShares(parts: readonly number[], window: number): ContextShares {
  const used = parts.reduce((sum, tokens) => sum + tokens, 0);
  const total = Math.round((100 * used) / window);
  const free = Math.max(0, 100 - total);
  const isFull = used >= window;
  return {
    shares: [
      ...toWholes(
        parts.map((tokens) => (100 * tokens) / window),
        total,
      ).map((share, at) => describeShare(share, parts[at] === 0)),
      used > 0 && free === 100 ? '>99%' : describeShare(free, isFull),
    ],
    total: describeShare(total, used === 0),
  };
}

function describeShare(share: number, isNothing: boolean): string {
  return share === 0 && !isNothing ? '<1%' : `${share}%`;
}

/** Rounds down, and gives the rest to those that lost most. */
function toWholes(exact: readonly number[], total: number): readonly number[] {
  const wholes = exact.map(Math.floor);
  const rest = total - wholes.reduce((sum, whole) => sum + whole, 0);
  const lost = exact.map((value, at) => ({ at, by: value - Math.floor(value) }));
  const raised = new Set(
    lost
      .toSorted((one, other) => other.by - one.by)
      .slice(0, Math.max(0, rest))
      .map(({ at }) => at),
  );
  return wholes.map((whole, at) => (raised.has(at) ? whole + 1 : whole));
}
