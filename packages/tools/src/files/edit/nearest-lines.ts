const MAX_COMPARED = 300;
const LEAST_LIKENESS = 0.5;
/** A line that occurs more often than this says little about the position of the others. */
const MAX_OFFSETS = 8;

/** The 0-based number of the first line of the part of a file that is most similar. Undefined: nothing is similar. */
export function nearestLines(lines: readonly string[], sought: readonly string[]): number | undefined {
  return mostInCommon(lines, sought) ?? mostAlike(lines, sought);
}

/** The position with the most equal trimmed lines. Looks at each line of the file once. */
function mostInCommon(lines: readonly string[], sought: readonly string[]): number | undefined {
  const offsets = new Map<string, number[]>();
  for (const [offset, line] of sought.entries()) {
    const trimmed = line.trim();
    if (trimmed !== '') offsets.set(trimmed, [...(offsets.get(trimmed) ?? []).slice(0, MAX_OFFSETS - 1), offset]);
  }
  const scores = new Map<number, number>();
  for (const [at, line] of lines.entries()) {
    const trimmed = line.trim();
    // A closing brace is everywhere, so longer lines count more.
    const weight = Math.min(trimmed.length, 20);
    for (const offset of offsets.get(trimmed) ?? []) scores.set(at - offset, (scores.get(at - offset) ?? 0) + weight);
  }
  let best = { at: -1, score: 0 };
  for (const [at, score] of scores) if (score > best.score) best = { at: Math.max(0, at), score };
  return best.at < 0 ? undefined : best.at;
}

/** Otherwise, the position where the most distinctive line is similar. */
function mostAlike(lines: readonly string[], sought: readonly string[]): number | undefined {
  const longest = sought.reduce((best, line, at) => (line.trim().length > lengthAt(sought, best) ? at : best), 0);
  const likeness = createLikeness((sought[longest] ?? '').trim());
  let best = { at: -1, score: LEAST_LIKENESS };
  for (const [at, line] of lines.entries()) {
    const score = likeness(line.trim());
    if (score > best.score) best = { at: Math.max(0, at - longest), score };
  }
  return best.at < 0 ? undefined : best.at;
}

function lengthAt(lines: readonly string[], at: number): number {
  return (lines[at] ?? '').trim().length;
}

/** The share of character pairs that two lines have in common. Allocates nothing per line. */
function createLikeness(sought: string): (line: string) => number {
  const places = new Map<number, number>();
  for (const pair of toPairs(sought)) if (!places.has(pair)) places.set(pair, places.size);
  const lastSeen = new Int32Array(places.size);
  let turn = 0;
  return (line) => {
    turn += 1;
    const length = Math.min(line.length, MAX_COMPARED) - 1;
    let [known, common] = [0, 0];
    for (let at = 1; at <= length; at += 1) {
      const place = places.get(pairAt(line, at));
      if (place === undefined) continue;
      known += 1;
      if (lastSeen[place] === turn) continue;
      lastSeen[place] = turn;
      common += 1;
    }
    return length < 1 || places.size === 0 ? 0 : (known / length + common / places.size) / 2;
  };
}

function toPairs(text: string): readonly number[] {
  const length = Math.min(text.length, MAX_COMPARED) - 1;
  return Array.from({ length: Math.max(0, length) }, (_, at) => pairAt(text, at + 1));
}

function pairAt(text: string, at: number): number {
  return text.charCodeAt(at - 1) * 0x10000 + text.charCodeAt(at);
}
