import { kindOf, kinds } from './character-kinds.ts';
import type { LoopFinding } from './loop-finding.ts';
import { MarkdownLines } from './markdown-lines.ts';
import { PeriodFinder } from './period-finder.ts';
import { ProseWatch } from './prose-watch.ts';
import { toQuote } from './to-quote.ts';
import { CODE, toUnitShape } from './unit-shape.ts';

/** Follows one answer while it comes. */
export interface TextLoop {
  /** The next piece of it; from the character on at which it is a loop, what repeats. However it is cut, it is the same. */
  readonly take: (delta: string) => LoopFinding | null;
}

/** How long a text must repeat itself: in characters, and in rounds. */
interface Bound {
  readonly characters: number;
  readonly rounds: number;
}

/**
 * A loop has no end, so a late look costs a few seconds, and an early one a good answer. Words are not repeated for long by
 * anybody; zeros, rows and blocks of code are. What is equal but for its numbers is a list, a table or a log that was asked for,
 * however long it is; only whole sentences that are, and go on for very long, are somebody talking to themselves.
 */
const BOUNDS = {
  prose: { characters: 1000, rounds: 5 },
  numberedSentences: { characters: 30_000, rounds: 12 },
  code: { characters: 5000, rounds: 10 },
  numberedList: { characters: Infinity, rounds: Infinity },
} as const satisfies Record<string, Bound>;
/** Of what is long and the same to the letter, fewer rounds will do. */
const LONG: Bound = { characters: 8000, rounds: 3 };
const MOST_SPACES = 1500;
/** How often a run is looked at: a unit of text is gone through each time. */
const LOOK_EVERY = 256;
const SPACE = 32;
const ZERO = 48;

/** Watches an answer for going in circles. To be had new for each answer; a short one costs nothing. */
export function createTextLoop(): TextLoop {
  let early = '';
  let watch: TextWatch | undefined;
  return {
    take: (delta) => {
      if (watch !== undefined) return watch.take(delta);
      early += delta;
      if (early.length < BOUNDS.prose.characters) return null; // too short to be a loop, by any bound
      watch = new TextWatch();
      return watch.take(early);
    },
  };
}

class TextWatch {
  readonly #lines = new MarkdownLines();
  /** The text as it is. */
  readonly #exact = new PeriodFinder();
  /** The text with one sign for each number and each row of spaces or equal signs, in small letters. */
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
    if (few !== null) this.#find(`goes round in the same few ${few}`, 0);
    this.#spaces = kind === kinds.space ? this.#spaces + 1 : 0;
    if (this.#spaces >= MOST_SPACES) this.#find('is nothing but blanks and empty lines for long', 0);
  }

  /** False when the character is one with the last. */
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
    this.#find(`repeats itself, about ${Math.floor(run / period) + 1} times by now`, period);
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
