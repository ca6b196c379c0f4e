const MAX_SHOWN = 12;
const LEAST_LIKENESS = 0.5;

/** The part of a file that is most like what was looked for, with line numbers; undefined when nothing is. */
export function nearestLines(text: string, wanted: string): string | undefined {
  const lines = text.split(/\r?\n/);
  const sought = wanted.split(/\r?\n/).map((line) => line.trim());
  while (sought[0] === '') sought.shift();
  while (sought.at(-1) === '') sought.pop();
  const best = bestWindow(
    lines.map((line) => line.trim()),
    sought,
  );
  if (best === undefined) return undefined;
  const count = Math.min(MAX_SHOWN, sought.length);
  return lines
    .slice(best, best + count)
    .map((line, at) => `${best + at + 1}: ${line}`)
    .join('\n');
}

/** Where the most lines are the same but for space around them; failing that, where the first is alike. */
function bestWindow(lines: readonly string[], sought: readonly string[]): number | undefined {
  let best = { at: -1, score: 0 };
  for (const at of lines.keys()) {
    const score = sought.filter((line, offset) => line !== '' && lines[at + offset] === line).length;
    if (score > best.score) best = { at, score };
  }
  if (best.at >= 0) return best.at;
  const [first = ''] = sought;
  best = { at: -1, score: LEAST_LIKENESS };
  for (const [at, line] of lines.entries()) {
    const score = likeness(line, first);
    if (score > best.score) best = { at, score };
  }
  return best.at >= 0 ? best.at : undefined;
}

/** The share of pairs of neighbouring characters that two lines have in common. */
function likeness(a: string, b: string): number {
  const pairsOfA = toPairs(a);
  const pairsOfB = toPairs(b);
  if (pairsOfA.size === 0 || pairsOfB.size === 0) return 0;
  const common = [...pairsOfA].filter((pair) => pairsOfB.has(pair)).length;
  return (2 * common) / (pairsOfA.size + pairsOfB.size);
}

function toPairs(text: string): ReadonlySet<string> {
  const capped = text.slice(0, 300);
  return new Set(Array.from({ length: Math.max(0, capped.length - 1) }, (_, at) => capped.slice(at, at + 2)));
}
