/**
 * The class of a UTF-16 unit for a tokenizer. A unit from `punctuation` on that repeats the one before it gets the next
 * class.
 */
export const characterClass = {
  lower: 0,
  upper: 1,
  /** Latin-1 letters: é, ü, ß. */
  accented: 2,
  /** Other Latin letters: ł, ş, ế. */
  farAccented: 3,
  digit: 4,
  space: 5,
  newline: 6,
  tab: 7,
  greek: 8,
  cyrillic: 9,
  hebrew: 10,
  arabic: 11,
  indic: 12,
  thai: 13,
  kana: 14,
  han: 15,
  hangul: 16,
  /** Full-width forms and CJK punctuation. */
  wide: 17,
  /** Combining marks, joiners, variation selectors. */
  mark: 18,
  /** Half of a surrogate pair, mostly emoji. */
  surrogate: 19,
  rare: 20,
  punctuation: 21,
  repeatedPunctuation: 22,
  /** Arrows, boxes, bullets, math symbols, typographic quotes. */
  sign: 23,
  repeatedSign: 24,
} as const;

export const CLASS_COUNT = 25;

const { accented, arabic, cyrillic, farAccented, greek, han, hangul, hebrew, indic } = characterClass;
const { kana, lower, mark, newline, punctuation, rare, sign, surrogate, tab, thai, upper, wide } = characterClass;

/** The start of each class, which extends to the next. */
const starts: readonly (readonly [from: number, kind: number])[] = [
  [0x00, newline],
  [0x20, characterClass.space],
  [0x21, punctuation],
  [0x30, characterClass.digit],
  [0x3a, punctuation],
  [0x41, upper],
  [0x5b, punctuation],
  [0x61, lower],
  [0x7b, punctuation],
  [0x7f, sign],
  [0xc0, accented],
  [0x100, farAccented],
  [0x250, mark],
  [0x370, greek],
  [0x400, cyrillic],
  [0x530, rare],
  [0x590, hebrew],
  [0x600, arabic],
  [0x780, rare],
  [0x900, indic],
  [0xe00, thai],
  [0xf00, rare],
  [0x1100, hangul],
  [0x1200, rare],
  [0x1e00, farAccented],
  [0x1f00, greek],
  [0x2000, sign],
  [0x2e80, han],
  [0x3000, wide],
  [0x3040, kana],
  [0x3100, han],
  [0xa000, rare],
  [0xac00, hangul],
  [0xd7b0, rare],
  [0xd800, surrogate],
  [0xe000, rare],
  [0xf900, han],
  [0xfb00, arabic],
  [0xfe00, mark],
  [0xfe10, wide],
  [0xfe70, arabic],
  [0xff00, wide],
  [0xfff0, rare],
];
const exceptions: readonly (readonly [code: number, kind: number])[] = [
  [0x09, tab],
  [0xd7, sign],
  [0xf7, sign],
  [0x200d, mark],
];

/** The class of each UTF-16 unit, by table lookup. */
export const classOf: Uint8Array = createClasses();

function createClasses(): Uint8Array {
  const classes = new Uint8Array(0x1_0000);
  for (const [from, kind] of starts) classes.fill(kind, from);
  for (const [code, kind] of exceptions) classes[code] = kind;
  return classes;
}
