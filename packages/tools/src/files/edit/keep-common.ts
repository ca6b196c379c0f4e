/** Above this size only the common beginning and end are kept. */
const MAX_CELLS = 4_000_000;
const NONE = -1;

/** Maps each item of `to` to its position in `from`, or -1 if it is new. */
export function keepCommon(from: readonly string[], to: readonly string[]): readonly number[] {
  const kept = to.map(() => NONE);
  const least = Math.min(from.length, to.length);
  let head = 0;
  while (head < least && from[head] === to[head]) {
    kept[head] = head;
    head += 1;
  }
  let tail = 0;
  while (tail < least - head && from.at(-1 - tail) === to.at(-1 - tail)) {
    kept[to.length - 1 - tail] = from.length - 1 - tail;
    tail += 1;
  }
  const between = keepLongest(from.slice(head, from.length - tail), to.slice(head, to.length - tail));
  for (const [at, place] of between.entries()) kept[head + at] = place === NONE ? NONE : head + place;
  return kept;
}

/** The longest common subsequence by dynamic programming. Ties go to the earlier one. */
function keepLongest(from: readonly string[], to: readonly string[]): readonly number[] {
  const kept = to.map(() => NONE);
  const width = to.length + 1;
  if (from.length * to.length === 0 || (from.length + 1) * width > MAX_CELLS) return kept;
  const table = new Uint16Array((from.length + 1) * width);
  const cell = (a: number, b: number): number => table[a * width + b] ?? 0;
  for (let a = from.length - 1; a >= 0; a -= 1) {
    for (let b = to.length - 1; b >= 0; b -= 1) {
      table[a * width + b] = from[a] === to[b] ? cell(a + 1, b + 1) + 1 : Math.max(cell(a + 1, b), cell(a, b + 1));
    }
  }
  let [a, b] = [0, 0];
  while (a < from.length && b < to.length) {
    if (from[a] === to[b]) {
      kept[b] = a;
      a += 1;
      b += 1;
    } else if (cell(a + 1, b) >= cell(a, b + 1)) a += 1;
    else b += 1;
  }
  return kept;
}
