/** What a tokenizer makes of each kind of character, in tokens. */
export interface TokenRates {
  /** A word, whatever stands before it: the space there is part of it. */
  readonly word: number;
  /** Words of one letter cost less by this. */
  readonly secondLetter: number;
  /** Each letter of a word from the ninth on: few words that long are one token. */
  readonly longLetter: number;
  /** A run of capitals: `HTTP`, `SELECT`. */
  readonly capitals: number;
  /** Each capital of such a run from the sixth on. */
  readonly capitalMore: number;
  /** A word that begins inside another: `camelCase`. */
  readonly glued: number;
  /** Each letter of a word in which there is an accent. */
  readonly accentedLetter: number;
  /** On top of that, a Latin letter that is not in Latin-1. */
  readonly farAccent: number;
  readonly digit: number;
  /** Each three digits of a number, begun or whole. */
  readonly digits3: number;
  /** A space before a number is a token of its own to most. */
  readonly spaceBeforeDigit: number;
  /** A run of newlines and of the tabs after them. */
  readonly newline: number;
  readonly tab: number;
  /** Two or more spaces at the start of a line. */
  readonly indent: number;
  /** Two or more spaces elsewhere. */
  readonly spaces: number;
  /** Each character of longer blanks. */
  readonly blank: number;
  /** A run of ASCII punctuation. */
  readonly punctuation: number;
  /** Each further character of the run that differs from the one before it. */
  readonly punctuationMore: number;
  readonly punctuationRepeated: number;
  readonly spaceBeforePunctuation: number;
  readonly sign: number;
  readonly signRepeated: number;
  readonly greek: number;
  readonly cyrillic: number;
  readonly hebrew: number;
  readonly arabic: number;
  readonly indic: number;
  readonly thai: number;
  readonly kana: number;
  readonly han: number;
  readonly hangul: number;
  readonly wide: number;
  readonly mark: number;
  readonly surrogate: number;
  /** A script of which we have no counts: a guess that is rather too high. */
  readonly rare: number;
}
