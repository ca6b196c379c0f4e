/** How much more room the newest gets than the oldest, if not all fits. */
const NEWEST = 4;

/**
 * Divides room among texts of these sizes, oldest first. Small texts stay whole, large ones are cut, newer ones less.
 * The sum never exceeds the room.
 */
export function shareRoom(sizes: readonly number[], room: number): readonly number[] {
  const weights = sizes.map((_, at) => 1 + ((NEWEST - 1) * at) / Math.max(1, sizes.length - 1));
  const shares = sizes.map(() => 0);
  let open = [...sizes.keys()];
  let left = Math.max(0, room);
  while (open.length > 0) {
    const total = open.reduce((sum, at) => sum + (weights[at] ?? 0), 0);
    const each = left / total;
    const isWhole = (at: number): boolean => (sizes[at] ?? 0) <= each * (weights[at] ?? 0);
    const whole = open.filter(isWhole);
    for (const at of whole) {
      shares[at] = sizes[at] ?? 0;
      left -= sizes[at] ?? 0;
    }
    if (whole.length === 0) {
      for (const at of open) shares[at] = Math.floor(each * (weights[at] ?? 0));
      return shares;
    }
    const done = new Set(whole);
    open = open.filter((at) => !done.has(at));
  }
  return shares;
}
