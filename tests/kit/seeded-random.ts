/** Pseudorandom numbers that are the same for the same seed. */
export interface SeededRandom {
  /** An integer from `from` to `to`, both included. */
  readonly int: (from: number, to: number) => number;
  /** One of the names. */
  readonly pick: (names: readonly string[]) => string;
}

/** The generator mulberry32: small, and good enough to choose bytes. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return { int, pick: (names) => names[int(0, names.length - 1)] ?? '' };
}
