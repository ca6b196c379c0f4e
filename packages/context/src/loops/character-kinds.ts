/** The kind of a character, for loop detection. */
export const kinds = { other: 0, letter: 1, space: 2, digit: 3 } as const;

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const SPACES = ' \t\n\r\f\v';
const DIGITS = '0123456789';
const NO_BREAK_SPACE = 0xa0;

const ascii = new Uint8Array(128);
for (const [characters, kind] of [
  [LETTERS, kinds.letter],
  [SPACES, kinds.space],
  [DIGITS, kinds.digit],
] as const)
  for (let at = 0; at < characters.length; at += 1) ascii[characters.charCodeAt(at)] = kind;

/** Characters that are not letters: Latin-1 symbols, punctuation, arrows and boxes, CJK punctuation, surrogates. */
const signs: readonly (readonly [from: number, to: number])[] = [
  [0x80, 0xbf],
  [0x2000, 0x2bff],
  [0x3000, 0x303f],
  [0xd800, 0xdfff],
  [0xff00, 0xff0f],
];

/** The kind of a UTF-16 unit. */
export function kindOf(code: number): number {
  return code < 128 ? (ascii[code] ?? kinds.other) : kindBeyondAscii(code);
}

function kindBeyondAscii(code: number): number {
  if (code === NO_BREAK_SPACE) return kinds.space;
  for (const [from, to] of signs) if (code >= from && code <= to) return kinds.other;
  return kinds.letter;
}
