/** The cost of each kind of character, in tokens. */
export interface TokenRates {
  /** A word, including the space before it. */
  readonly word: number;
  /** The discount for words of one letter. */
  readonly secondLetter: number;
  /** Each letter of a word from the ninth on: few words of that length are one token. */
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
  /** Each group of three digits, complete or not. */
  readonly digits3: number;
  /** Most tokenizers use a separate token for a space before a number. */
  readonly spaceBeforeDigit: number;
  /** A run of newlines and the tabs after them. */
  readonly newline: number;
  readonly tab: number;
  /** Two or more spaces at the start of a line. */
  readonly indent: number;
  /** Two or more spaces elsewhere. */
  readonly spaces: number;
  /** Each character of longer whitespace. */
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
  /** A script without measured counts: a conservative guess. */
  readonly rare: number;
}
