import { kinds } from './character-kinds.ts';

/** When the last words or sentences contain too few distinct ones. */
export interface TokenRule {
  /** How many of the last are examined. */
  readonly window: number;
  readonly mostDifferent: number;
  /** Their total length, without spaces. */
  readonly leastCharacters: number;
}

const SLOTS_BITS = 13;
const SPREAD = 0x9e3779b1;
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;
/** A text with a smaller share of letters is data, not prose. */
const MOSTLY = 0.8;

/** The last words or sentences of a text, and the number of distinct ones. */
export class TokenWindow {
  readonly #rule: TokenRule;
  /** Slot, length and letter count of each. */
  readonly #last: Int32Array;
  readonly #counts = new Uint16Array(1 << SLOTS_BITS);
  readonly #totals = { ended: 0, different: 0, length: 0, letters: 0 };
  #hash = BASIS;
  #length = 0;
  #letters = 0;

  constructor(rule: TokenRule) {
    this.#rule = rule;
    this.#last = new Int32Array(rule.window * 3);
  }

  /** Adds a character to the current word or sentence. Ignores case and symbols. */
  push(code: number, kind: number): void {
    if (kind === kinds.space) return;
    this.#length += 1;
    if (kind === kinds.other) return;
    if (kind === kinds.letter) this.#letters += 1;
    this.#hash = Math.imul(this.#hash ^ (code < 128 ? code | 32 : code), PRIME);
  }

  /** Ends it. True if the last ones now contain too few distinct ones. */
  end(): boolean {
    if (this.#length === 0) return false;
    const totals = this.#totals;
    const at = (totals.ended % this.#rule.window) * 3;
    if (totals.ended >= this.#rule.window) this.#count(at, -1);
    this.#last[at] = Math.imul(this.#hash, SPREAD) >>> (32 - SLOTS_BITS);
    this.#last[at + 1] = this.#length;
    this.#last[at + 2] = this.#letters;
    this.#count(at, 1);
    totals.ended += 1;
    this.#hash = BASIS;
    this.#length = 0;
    this.#letters = 0;
    return this.#isPoor();
  }

  #count(at: number, by: 1 | -1): void {
    const totals = this.#totals;
    const slot = this.#last[at] ?? 0;
    const before = this.#counts[slot] ?? 0;
    this.#counts[slot] = before + by;
    if (before + by === 0) totals.different -= 1;
    else if (before === 0) totals.different += 1;
    totals.length += by * (this.#last[at + 1] ?? 0);
    totals.letters += by * (this.#last[at + 2] ?? 0);
  }

  #isPoor(): boolean {
    const { ended, different, length, letters } = this.#totals;
    const { window, mostDifferent, leastCharacters } = this.#rule;
    if (ended < window || different > mostDifferent) return false;
    return length >= leastCharacters && letters >= length * MOSTLY;
  }
}
