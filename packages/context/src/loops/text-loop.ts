import { kindOf, kinds } from './character-kinds.ts';
import type { LoopFinding } from './loop-finding.ts';
import { MarkdownLines } from './markdown-lines.ts';
import { PeriodFinder } from './period-finder.ts';
import { ProseWatch } from './prose-watch.ts';
import { toQuote } from './to-quote.ts';
import { CODE, toUnitShape } from './unit-shape.ts';

/** Watches one answer while it streams. */
export interface TextLoop {
  /**
   * Adds the next chunk. Returns what repeats once a loop is detected. The result does not depend on chunk boundaries.
   */
  readonly take: (delta: string) => LoopFinding | null;
}

/** How long a text must repeat, in characters and in rounds. */
interface Bound {
  readonly characters: number;
  readonly rounds: number;
}

/**
 * Late detection costs a few seconds, early detection a good answer. Prose does not repeat for long; zeros, rows and
 * blocks of code do. Text that is equal except for numbers is a list, table or log, however long. Only whole sentences
 * that repeat for very long count as a loop.
 */
const BOUNDS = {
  prose: { characters: 1000, rounds: 5 },
  numberedSentences: { characters: 30_000, rounds: 12 },
  code: { characters: 5000, rounds: 10 },
  numberedList: { characters: Infinity, rounds: Infinity },
} as const satisfies Record<string, Bound>;
/** Long identical text needs fewer rounds. */
const LONG: Bound = { characters: 8000, rounds: 3 };
const MOST_SPACES = 1500;
/** How often a run is examined: each time reads a whole period. */
const LOOK_EVERY = 256;
const SPACE = 32;
const ZERO = 48;

/** Detects an answer that goes in circles. Create one per answer. Short answers cost nothing. */
export function createTextLoop(): TextLoop {
  let early = '';
  let watch: TextWatch | undefined;
  return {
    take: (delta) => {
      if (watch !== undefined) return watch.take(delta);
      early += delta;
      if (early.length < BOUNDS.prose.characters) return null; // too short to be a loop by any limit
      watch = new TextWatch();
      return watch.take(early);
    },
  };
}

class TextWatch {
  readonly #lines = new MarkdownLines();
  /** The text as it is. */
  readonly #exact = new PeriodFinder();
  /** The text in lower case, with one symbol per number and per run of spaces or equal characters. */
  readonly #masked = new PeriodFinder();
  readonly #prose = new ProseWatch();
  #lastMasked = -1;
  #spaces = 0;
  #finding: LoopFinding | null = null;

  take(delta: string): LoopFinding | null {
    for (let at = 0; at < delta.length && this.#finding === null; at += 1) this.#push(delta.charCodeAt(at));
    return this.#finding;
  }

  #push(code: number): void {
    const kind = kindOf(code);
    this.#lines.take(code);
    const { isCode } = this.#lines;
    this.#exact.push(isCode ? code | CODE : code);
    if (isDueForLook(this.#exact)) this.#look(this.#exact, false);
    if (this.#pushMasked(code, kind, isCode) && isDueForLook(this.#masked)) this.#look(this.#masked, true);
    const few = isCode ? null : this.#prose.push(code, kind);
    if (few !== null) this.#find(`repeats the same few ${few}`, 0);
    this.#spaces = kind === kinds.space ? this.#spaces + 1 : 0;
    if (this.#spaces >= MOST_SPACES) this.#find('is only whitespace for a long stretch', 0);
  }

  /** False if the character merges with the last one. */
  #pushMasked(code: number, kind: number, isCode: boolean): boolean {
    const masked = toMasked(code, kind);
    if (masked === this.#lastMasked && kind !== kinds.letter) return false;
    this.#lastMasked = masked;
    this.#masked.push(isCode ? masked | CODE : masked);
    return true;
  }

  #look(finder: PeriodFinder, isMasked: boolean): void {
    const { period, run } = finder;
    const { isProse, hasDigits, hasSentence } = toUnitShape(finder.last(period));
    const isNumbered = isMasked && hasDigits;
    const { characters, rounds } = isNumbered ? boundOfNumbered(isProse && hasSentence) : boundFor(isProse);
    if (run < characters || run < period * (isNumbered ? rounds : fewer(rounds, period))) return;
    this.#find(`repeats itself, about ${Math.floor(run / period) + 1} times so far`, period);
  }

  #find(what: string, period: number): void {
    this.#finding ??= { kind: 'text', detail: `The answer ${what}: ${toQuote(this.#exact, period)}.` };
  }
}

function isDueForLook({ run }: PeriodFinder): boolean {
  return run >= BOUNDS.prose.characters && run % LOOK_EVERY === 0;
}

function toMasked(code: number, kind: number): number {
  if (kind === kinds.space) return SPACE;
  if (kind === kinds.digit) return ZERO;
  return kind === kinds.letter && code < 128 ? code | 32 : code;
}

function fewer(rounds: number, period: number): number {
  return Math.min(rounds, Math.max(LONG.rounds, LONG.characters / period));
}

function boundFor(isProse: boolean): Bound {
  return isProse ? BOUNDS.prose : BOUNDS.code;
}

function boundOfNumbered(isSentences: boolean): Bound {
  return isSentences ? BOUNDS.numberedSentences : BOUNDS.numberedList;
}
