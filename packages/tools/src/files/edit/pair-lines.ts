/** Minimum share of a line that must be equal at its beginning and end. */
const LEAST_COMMON = 0.5;
/** How many lines to search for a similar one. */
const REACH = 50;

/**
 * Maps each new line to the old line that it keeps or replaces, or -1. Between two kept lines, equal numbers of lines
 * are paired in order, others by similarity.
 */
export function pairLines(from: readonly string[], to: readonly string[], kept: readonly number[]): readonly number[] {
  const paired = [...kept];
  let [fromAt, toAt] = [0, 0];
  while (toAt < to.length) {
    let toEnd = toAt;
    while (toEnd < to.length && (kept[toEnd] ?? -1) < 0) toEnd += 1;
    const fromEnd = kept[toEnd] ?? from.length;
    const isEven = toEnd - toAt === fromEnd - fromAt;
    for (let at = toAt; at < toEnd && fromAt < fromEnd; at += 1) {
      const found = isEven ? fromAt : nextAlike(from, to[at] ?? '', { start: fromAt, end: fromEnd });
      if (found < 0) continue;
      paired[at] = found;
      fromAt = found + 1;
    }
    fromAt = fromEnd + 1;
    toAt = toEnd + 1;
  }
  return paired;
}

function nextAlike(
  lines: readonly string[],
  line: string,
  { start, end }: { readonly start: number; readonly end: number },
): number {
  const near = lines.slice(start, Math.min(end, start + REACH));
  const at = near.findIndex((each) => isAlike(each.trim(), line.trim()));
  return at < 0 ? at : start + at;
}

function isAlike(a: string, b: string): boolean {
  const least = Math.min(a.length, b.length);
  let head = 0;
  while (head < least && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < least - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  return least > 0 && head + tail >= Math.max(a.length, b.length) * LEAST_COMMON;
}
