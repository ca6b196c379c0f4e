/** The longest detectable period. */
const LONGEST = 8192;
const RING = 2 * LONGEST;
const SLOTS_BITS = 14;
/** The number of symbols that must repeat before a period is guessed. */
const WINDOW = 24;
const BASE = 0x01000193;
const BASE_OF_WINDOW = powerOf(BASE, WINDOW);
const SPREAD = 0x9e3779b1;

/**
 * Detects that a stream of symbols repeats, and its period. Takes a few operations per symbol and 128 KB in total: a
 * rolling hash of the last symbols finds where they occurred last, which suggests a period. From then on each symbol is
 * compared with the one a period earlier.
 */
export class PeriodFinder {
  readonly #ring = new Int32Array(RING);
  /** By hash: the last position plus one. */
  readonly #seen = new Int32Array(1 << SLOTS_BITS);
  #length = 0;
  #hash = 0;
  #period = 0;
  #run = 0;

  /** The current period. 0: no repetition. */
  get period(): number {
    return this.#period;
  }

  /** For how many symbols it has repeated. */
  get run(): number {
    return this.#run;
  }

  push(symbol: number): void {
    const ring = this.#ring;
    const at = this.#length;
    const left = ring[(at - WINDOW) & (RING - 1)] ?? 0;
    ring[at & (RING - 1)] = symbol;
    this.#hash = (Math.imul(this.#hash, BASE) + symbol - Math.imul(left, BASE_OF_WINDOW)) | 0;
    const slot = Math.imul(this.#hash, SPREAD) >>> (32 - SLOTS_BITS);
    if (this.#period !== 0 && ring[(at - this.#period) & (RING - 1)] === symbol) this.#run += 1;
    else this.#guess(at, slot);
    this.#seen[slot] = at + 1;
    this.#length = at + 1;
  }

  /** Up to `count` last symbols, oldest first. */
  last(count: number): Int32Array {
    const size = Math.min(count, this.#length, RING);
    return Int32Array.from({ length: size }, (_, n) => this.#ring[(this.#length - size + n) & (RING - 1)] ?? 0);
  }

  #guess(at: number, slot: number): void {
    const distance = at + 1 - (this.#seen[slot] ?? 0);
    const isKnown = at >= WINDOW && distance <= LONGEST && distance <= at;
    this.#period = isKnown ? distance : 0;
    this.#run = 0;
  }
}

function powerOf(base: number, exponent: number): number {
  let power = 1;
  for (let n = 0; n < exponent; n += 1) power = Math.imul(power, base);
  return power;
}
