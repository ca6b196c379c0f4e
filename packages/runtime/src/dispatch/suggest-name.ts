/** The known name that is nearest to a wrong one, if any is near. */
export function suggestName(wrong: string, known: readonly string[]): string | undefined {
  const scored = known.map((name) => ({ name, distance: distance(wrong.toLowerCase(), name.toLowerCase()) }));
  const [best] = scored.sort((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(2, Math.ceil(wrong.length / 3)) ? best.name : undefined;
}

/** How many letters must be changed, added or dropped to get from one word to the other. */
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
