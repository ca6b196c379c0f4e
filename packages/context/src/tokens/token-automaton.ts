import { characterClass, CLASS_COUNT } from './character-class.ts';
import type { TokenRates } from './token-rates.ts';

/**
 * The cost of the next character and the following table row, both by `row + class`. Reading a text takes two table
 * lookups per character and allocates nothing.
 */
export interface TokenAutomaton {
  readonly costs: Float64Array;
  readonly next: Uint16Array;
}

interface Step {
  readonly cost: number;
  readonly next: number;
}

/** The letter at which a word counts as long and has more than one token. */
const LONG = 9;
/** A run of capitals up to this length is one token. */
const CAPITALS = 5;

const OPEN = 0;
/** Word states by letters so far, and the same for words with an accent. */
const WORD = 1;
const ACCENTED_WORD = WORD + LONG;
const CAPITAL = ACCENTED_WORD + LONG;
/** Number states by digits so far, modulo three. */
const NUMBER = CAPITAL + CAPITALS;
const SPACE = NUMBER + 3;
const SPACES = SPACE + 1;
const NEWLINE = SPACES + 1;
const INDENT = NEWLINE + 1;
const INDENTS = INDENT + 1;
const PUNCTUATION = INDENTS + 1;
const STATE_COUNT = PUNCTUATION + 1;

const isIn = (state: number, first: number, count: number): boolean => state >= first && state < first + count;
const isWord = (state: number): boolean => isIn(state, WORD, 2 * LONG);
const isCapital = (state: number): boolean => isIn(state, CAPITAL, CAPITALS);

/** Builds the tables for these rates. */
export function createAutomaton(rates: TokenRates): TokenAutomaton {
  const costs = new Float64Array(STATE_COUNT * CLASS_COUNT);
  const next = new Uint16Array(STATE_COUNT * CLASS_COUNT);
  for (let state = 0; state < STATE_COUNT; state += 1) {
    for (let kind = 0; kind < CLASS_COUNT; kind += 1) {
      const step = stepOn(rates, state, kind);
      costs[state * CLASS_COUNT + kind] = step.cost;
      next[state * CLASS_COUNT + kind] = step.next * CLASS_COUNT;
    }
  }
  return { costs, next };
}

function stepOn(rates: TokenRates, state: number, kind: number): Step {
  switch (kind) {
    case characterClass.lower:
    case characterClass.accented:
    case characterClass.farAccented:
      return onLetter(rates, state, kind);
    case characterClass.upper:
      return onCapital(rates, state);
    case characterClass.digit:
      return onDigit(rates, state);
    case characterClass.space:
      return onSpace(rates, state);
    case characterClass.newline:
    case characterClass.tab:
      return onNewline(rates, state, kind);
    case characterClass.punctuation:
    case characterClass.repeatedPunctuation:
      return onPunctuation(rates, state, kind);
    default:
      return { cost: costByItself(rates, kind), next: OPEN };
  }
}

/** A capital before lower-case letters belongs to their word: `HTTPServer` is `HTTP` and `Server`. */
function onLetter(rates: TokenRates, state: number, kind: number): Step {
  const isAccent = kind !== characterClass.lower;
  const extra = kind === characterClass.farAccented ? rates.farAccent : 0;
  if (isWord(state)) {
    const hadAccent = state >= ACCENTED_WORD;
    const before = state - (hadAccent ? ACCENTED_WORD : WORD) + 1;
    const cost = letterCost(rates, before + 1) + extra;
    const word = Math.min(before + 1, LONG) - 1;
    if (hadAccent) return { cost: cost + rates.accentedLetter, next: ACCENTED_WORD + word };
    // The first accent also affects the letters before it: the word is not English.
    return isAccent
      ? { cost: cost + rates.accentedLetter * (before + 1), next: ACCENTED_WORD + word }
      : { cost, next: WORD + word };
  }
  const isAfterCapital = isCapital(state);
  const letters = isAfterCapital ? 2 : 1;
  const start = letters === 2 ? letterCost(rates, 1) + letterCost(rates, 2) : letterCost(rates, 1);
  const turned = state === CAPITAL ? -rates.capitals : isAfterCapital ? rates.glued : 0;
  const accents = isAccent ? rates.accentedLetter * letters + extra : 0;
  return { cost: start + turned + accents, next: (isAccent ? ACCENTED_WORD : WORD) + letters - 1 };
}

/** The cost of the nth letter of a word. */
function letterCost(rates: TokenRates, n: number): number {
  if (n === 1) return rates.word;
  if (n === 2) return rates.secondLetter;
  return n < LONG ? 0 : rates.longLetter;
}

function onCapital(rates: TokenRates, state: number): Step {
  if (!isCapital(state)) return { cost: rates.capitals + (isWord(state) ? rates.glued : 0), next: CAPITAL };
  const isLong = state === CAPITAL + CAPITALS - 1;
  return { cost: isLong ? rates.capitalMore : 0, next: isLong ? state : state + 1 };
}

function onDigit(rates: TokenRates, state: number): Step {
  const isGoingOn = state === NUMBER || state === NUMBER + 1;
  if (isGoingOn) return { cost: rates.digit, next: state + 1 };
  const isAlone = state === SPACE || state === INDENT;
  return { cost: rates.digit + rates.digits3 + (isAlone ? rates.spaceBeforeDigit : 0), next: NUMBER };
}

/** A single space belongs to the next word and costs nothing. */
function onSpace(rates: TokenRates, state: number): Step {
  switch (state) {
    case SPACE:
      return { cost: rates.spaces + 2 * rates.blank, next: SPACES };
    case INDENT:
      return { cost: rates.indent + 2 * rates.blank, next: INDENTS };
    case SPACES:
    case INDENTS:
      return { cost: rates.blank, next: state };
    default:
      return { cost: 0, next: state === NEWLINE ? INDENT : SPACE };
  }
}

function onNewline(rates: TokenRates, state: number, kind: number): Step {
  if (state === NEWLINE) return { cost: rates.blank, next: NEWLINE };
  return { cost: kind === characterClass.tab ? rates.tab : rates.newline, next: NEWLINE };
}

function onPunctuation(rates: TokenRates, state: number, kind: number): Step {
  if (kind === characterClass.repeatedPunctuation) return { cost: rates.punctuationRepeated, next: PUNCTUATION };
  if (state === PUNCTUATION) return { cost: rates.punctuationMore, next: PUNCTUATION };
  const isAlone = state === SPACE || state === INDENT;
  return { cost: rates.punctuation + (isAlone ? rates.spaceBeforePunctuation : 0), next: PUNCTUATION };
}

/** Scripts whose characters have a constant cost. */
function costByItself(rates: TokenRates, kind: number): number {
  const costs: Readonly<Record<number, number>> = {
    [characterClass.greek]: rates.greek,
    [characterClass.cyrillic]: rates.cyrillic,
    [characterClass.hebrew]: rates.hebrew,
    [characterClass.arabic]: rates.arabic,
    [characterClass.indic]: rates.indic,
    [characterClass.thai]: rates.thai,
    [characterClass.kana]: rates.kana,
    [characterClass.han]: rates.han,
    [characterClass.hangul]: rates.hangul,
    [characterClass.wide]: rates.wide,
    [characterClass.mark]: rates.mark,
    [characterClass.surrogate]: rates.surrogate,
    [characterClass.sign]: rates.sign,
    [characterClass.repeatedSign]: rates.signRepeated,
  };
  return costs[kind] ?? rates.rare;
}
