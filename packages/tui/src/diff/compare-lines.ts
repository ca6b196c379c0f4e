import { diffArrays } from 'diff';

/** Lines that stay, or lines removed and added at the same place. */
export type Change =
  | { readonly kind: 'same'; readonly lines: readonly string[] }
  | { readonly kind: 'changed'; readonly removed: readonly string[]; readonly added: readonly string[] };

/** A part with more changes is shown as rewritten, because the exact result would take too long. */
const MAX_EDITS = 200;
/** Longer texts are first split at lines that occur once, and only the parts between them are compared exactly. */
const LARGE = 1000;
const MAX_EDITS_BETWEEN = 40;

/** The changed lines between two texts, in nearly linear time. */
export function compareLines(before: readonly string[], after: readonly string[]): readonly Change[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const middle = compareMiddle(before.slice(head, before.length - tail), after.slice(head, after.length - tail));
  return join([same(before.slice(0, head)), ...middle, same(before.slice(before.length - tail))]);
}

const same = (lines: readonly string[]): Change => ({ kind: 'same', lines });

function compareMiddle(before: readonly string[], after: readonly string[]): readonly Change[] {
  if (before.length + after.length < LARGE) return compareExactly(before, after, MAX_EDITS);
  const changes: Change[] = [];
  let [run, left, right] = [0, 0, 0];
  for (const [at, other] of [...findAnchors(before, after), [before.length, after.length] as const]) {
    if (at > left || other > right) {
      changes.push(same(before.slice(run, left)));
      changes.push(...compareExactly(before.slice(left, at), after.slice(right, other), MAX_EDITS_BETWEEN));
      run = at;
    }
    [left, right] = [at + 1, other + 1];
  }
  return [...changes, same(before.slice(run, before.length))];
}

function compareExactly(
  removed: readonly string[],
  added: readonly string[],
  maxEditLength: number,
): readonly Change[] {
  const isPlain = removed.length === 0 || added.length === 0;
  const found = isPlain ? undefined : diffArrays([...removed], [...added], { maxEditLength });
  if (found === undefined) return [{ kind: 'changed', removed, added }];
  return found.map(({ value, added: isAdded, removed: isRemoved }): Change => {
    if (!isAdded && !isRemoved) return same(value);
    return { kind: 'changed', removed: isRemoved ? value : [], added: isAdded ? value : [] };
  });
}

type Pair = readonly [number, number];

const SEVERAL = -1;

/** Lines that occur once in each text and come in the same order in both. */
function findAnchors(before: readonly string[], after: readonly string[]): readonly Pair[] {
  const places = onlyPlaces(after);
  const seen = new Set<string>();
  const pairs: Pair[] = [];
  const twice = new Set<string>();
  for (const [at, line] of before.entries()) {
    const other = places.get(line) ?? SEVERAL;
    if (other === SEVERAL) continue;
    if (seen.has(line)) twice.add(line);
    else pairs.push([at, other]);
    seen.add(line);
  }
  return longestRise(twice.size === 0 ? pairs : pairs.filter(([at]) => !twice.has(before[at] ?? '')));
}

function onlyPlaces(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [at, line] of lines.entries()) places.set(line, places.has(line) ? SEVERAL : at);
  return places;
}

/** The longest increasing subsequence of the second numbers, by patience sorting. */
function longestRise(pairs: readonly Pair[]): readonly Pair[] {
  const tops: number[] = [];
  const before: number[] = [];
  const valueAt = (index: number | undefined): number => pairs[index ?? -1]?.[1] ?? -1;
  for (const [index, [, value]] of pairs.entries()) {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (valueAt(tops[middle]) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : (tops[low - 1] ?? -1);
    tops[low] = index;
  }
  const chosen: Pair[] = [];
  for (let index = tops.at(-1) ?? -1; index !== -1; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) chosen.push(pair);
  }
  return chosen.reverse();
}

/** Merges adjacent changes of the same kind and drops empty ones. */
function join(changes: readonly Change[]): readonly Change[] {
  const joined: { kind: Change['kind']; lines: string[]; removed: string[]; added: string[] }[] = [];
  for (const change of changes) {
    const [lines, removed, added] =
      change.kind === 'same' ? [change.lines, [], []] : [[], change.removed, change.added];
    if (lines.length + removed.length + added.length === 0) continue;
    const last = joined.at(-1);
    const into = last?.kind === change.kind ? last : { kind: change.kind, lines: [], removed: [], added: [] };
    if (into !== last) joined.push(into);
    for (const line of lines) into.lines.push(line);
    for (const line of removed) into.removed.push(line);
    for (const line of added) into.added.push(line);
  }
  return joined;
}
