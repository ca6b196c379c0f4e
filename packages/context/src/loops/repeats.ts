/** The longest sequence of calls that is detected. */
export const LONGEST_ROUND = 8;

/** How often the last keys have repeated, for every sequence length. JSON of a fixed size. */
export interface Repeats {
  /** The last keys, newest last. */
  readonly keys: readonly string[];
  /** By sequence length minus one: how many consecutive steps equal the one a sequence earlier. */
  readonly steps: readonly number[];
  /** The sum of patience for these steps. */
  readonly patience: readonly number[];
}

const lengths: readonly number[] = Array.from({ length: LONGEST_ROUND }, (_, n) => n + 1);

/** The state before the first key. */
export const noRepeats: Repeats = { keys: [], steps: lengths.map(() => 0), patience: lengths.map(() => 0) };

/** Adds a key. */
export function reduceRepeats({ keys, steps, patience }: Repeats, key: string, extra: number): Repeats {
  const goesOn = (length: number): boolean => keys.at(-length) === key;
  return {
    keys: [...keys, key].slice(-LONGEST_ROUND),
    steps: lengths.map((length, n) => (goesOn(length) ? (steps[n] ?? 0) + 1 : 0)),
    patience: lengths.map((length, n) => (goesOn(length) ? (patience[n] ?? 0) + extra : 0)),
  };
}

/** Halves the counts: the same sequence must continue for half as long to be found again. */
export function halveRepeats({ keys, steps, patience }: Repeats): Repeats {
  const half = (count: number): number => Math.floor(count / 2);
  return { keys, steps: steps.map(half), patience: patience.map(half) };
}

/** A repeated sequence. */
export interface Round {
  readonly length: number;
  readonly times: number;
}

/** The shortest sequence that repeated at least `most` times plus its patience. */
export function findRound(
  { steps, patience }: Repeats,
  most: number,
  isPatient: (length: number) => boolean,
): Round | undefined {
  for (const length of lengths) {
    const count = steps[length - 1] ?? 0;
    const times = Math.floor(count / length) + 1;
    if (times < most) continue;
    const extra = isPatient(length) ? ((patience[length - 1] ?? 0) * length) / count : 0;
    if (times >= most + extra) return { length, times };
  }
  return undefined;
}
