import type { ContextEntry } from '../view/context-entry.ts';

/** Where to cut a history: the part before is summarized, the part after stays verbatim. */
export interface CompactionPlan {
  /** The first entry that stays. */
  readonly keepFrom: number;
  /** The last record that the summary covers. */
  readonly through: number;
}

/** A smaller head is not worth two requests. */
const LEAST_HEAD = { share: 0.2, tokens: 500 } as const;

/**
 * Cuts so that the newest entries up to `keepTokens` stay. Cuts only at safe points, and never so that nothing stays.
 * Undefined if no cut is worth it.
 *
 * A point is safe if it separates no call from its result and the records on both sides do not interleave: reading the
 * log from there yields the same entries.
 */
export function planCompaction(entries: readonly ContextEntry[], keepTokens: number): CompactionPlan | undefined {
  const total = entries.reduce((sum, { tokens }) => sum + tokens, 0);
  const safe = safePoints(entries);
  let tail = 0;
  let chosen: CompactionPlan | undefined;
  for (let n = entries.length - 1; n > 0; n -= 1) {
    tail += entries[n]?.tokens ?? 0;
    if (chosen !== undefined && tail > keepTokens) break;
    const through = safe.get(n);
    if (through !== undefined) chosen = { keepFrom: n, through };
  }
  if (chosen === undefined) return undefined;
  const head = entries.slice(0, chosen.keepFrom).reduce((sum, { tokens }) => sum + tokens, 0);
  const isNothingNew = chosen.keepFrom === 1 && entries[0]?.summary !== undefined;
  return head >= Math.max(LEAST_HEAD.tokens, total * LEAST_HEAD.share) && !isNothingNew ? chosen : undefined;
}

/** Every safe point, with the last record before it. */
function safePoints(entries: readonly ContextEntry[]): ReadonlyMap<number, number> {
  const safe = new Map<number, number>();
  const earliest = earliestFrom(entries);
  let last = 0;
  for (const [n, entry] of entries.entries()) {
    const isTorn = hasResults(entry) || hasCalls(entries[n - 1]);
    if (n > 0 && !isTorn && last < (earliest[n] ?? 0)) safe.set(n, last);
    last = Math.max(last, entry.last);
  }
  return safe;
}

/** The earliest record of each entry and all entries after it. */
function earliestFrom(entries: readonly ContextEntry[]): readonly number[] {
  let earliest = Infinity;
  return entries
    .toReversed()
    .map(({ first }) => (earliest = Math.min(earliest, first)))
    .reverse();
}

function hasResults(entry: ContextEntry): boolean {
  return entry.content.parts?.some((part) => part.functionResponse !== undefined) === true;
}

function hasCalls(entry: ContextEntry | undefined): boolean {
  return entry?.content.parts?.some((part) => part.functionCall !== undefined) === true;
}
