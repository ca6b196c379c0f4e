/** The longest round of calls that is seen as one. */
export const LONGEST_ROUND = 8;

/** How often the last keys have come round, for every length of a round up to the longest. Plain JSON of a fixed size. */
export interface Repeats {
  /** The last ones, newest last. */
  readonly keys: readonly string[];
  /** By length of a round, less one: how many steps in a row were what was there one round before. */
  readonly steps: readonly number[];
  /** The patience that these steps asked for, added up. */
  readonly patience: readonly number[];
}

const lengths: readonly number[] = Array.from({ length: LONGEST_ROUND }, (_, n) => n + 1);

/** Nothing has come yet. */
export const noRepeats: Repeats = { keys: [], steps: lengths.map(() => 0), patience: lengths.map(() => 0) };

/** One key more. */
export function stepRepeats({ keys, steps, patience }: Repeats, key: string, extra: number): Repeats {
  const goesOn = (length: number): boolean => keys.at(-length) === key;
  return {
    keys: [...keys, key].slice(-LONGEST_ROUND),
    steps: lengths.map((length, n) => (goesOn(length) ? (steps[n] ?? 0) + 1 : 0)),
    patience: lengths.map((length, n) => (goesOn(length) ? (patience[n] ?? 0) + extra : 0)),
  };
}

/** Half of it forgotten: the same has to go on half as long again to be found once more. */
export function halveRepeats({ keys, steps, patience }: Repeats): Repeats {
  const half = (count: number): number => Math.floor(count / 2);
  return { keys, steps: steps.map(half), patience: patience.map(half) };
}

/** A round that has come so often. */
export interface Round {
  readonly length: number;
  readonly times: number;
}

/** The shortest round that has come too often: more than `most` times, and what patience it asked for on top. */
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
