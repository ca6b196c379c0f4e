/** Returns the known names that are similar to a wrong one, nearest first. */
export function nearestNames<Name extends string>(wrong: string, known: readonly Name[]): readonly Name[] {
  return known
    .map((name) => ({ name, distance: distance(wrong.toLowerCase(), name.toLowerCase()) }))
    .filter((scored) => scored.distance <= Math.max(2, Math.ceil(wrong.length / 3)))
    .sort((a, b) => a.distance - b.distance)
    .map(({ name }) => name);
}

/** The number of letters to change, add or remove to turn one word into the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
