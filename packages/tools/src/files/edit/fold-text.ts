/** Differences to ignore when comparing texts. Line break style is always ignored. */
export interface Tolerance {
  /** Whitespace at line ends. */
  readonly blanks: boolean;
  /** Quotes, dashes and spaces that look alike, and different encodings of an accent. */
  readonly characters: boolean;
  readonly indentation: boolean;
}

/** A text without the ignored differences, and a way to map positions back. */
export interface FoldedText {
  readonly text: string;
  /** The position in the original text, before or after what was removed there. Undefined: inside a character. */
  readonly toRaw: (at: number, side: 'before' | 'after') => number | undefined;
}

interface Fold {
  /** Position and length in the folded text. */
  readonly at: number;
  readonly length: number;
  readonly rawEnd: number;
}

const ALIKE: readonly (readonly [characters: string, plain: string])[] = [
  ['\u2018\u2019\u201A\u201B\u2032', "'"],
  ['\u201C\u201D\u201E\u201F\u2033', '"'],
  ['\u2010\u2011\u2012\u2013\u2014\u2015\u2212', '-'],
  ['\u00A0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000', ' '],
];
const PLAIN: ReadonlyMap<string, string> = new Map(
  ALIKE.flatMap(([characters, plain]) => Array.from(characters, (character) => [character, plain] as const)),
);

const BREAK = String.raw`\r\n`;
// The lookbehind makes a run of blanks cost linear time.
const BLANKS = String.raw`(?<![ \t])[ \t]+(?=\r?\n|$)`;
const INDENT = String.raw`(?<![^\n])[ \t]+`;
const CHARACTERS = String.raw`\P{M}\p{M}+|[\u1100-\u115F][\u1160-\u11A7][\u11A8-\u11FF]?|[${[...PLAIN.keys()].join('')}]`;

/** Removes ignored differences from a text. Keeps the number of line breaks. */
export function foldText(raw: string, { blanks, characters, indentation }: Tolerance): FoldedText {
  const left = [...(blanks ? [BLANKS] : []), ...(indentation ? [INDENT] : [])];
  const parts = [
    BREAK,
    ...(left.length > 0 ? [`(?<left>${left.join('|')})`] : []),
    ...(characters && !isPlain(raw) ? [CHARACTERS] : []),
  ];
  const pieces: string[] = [];
  const folds: Fold[] = [];
  let [length, rawEnd] = [0, 0];
  for (const match of raw.matchAll(new RegExp(parts.join('|'), 'gu'))) {
    const [found] = match;
    const before = raw.slice(rawEnd, match.index);
    const folded = match.groups?.['left'] === undefined ? toPlain(found) : '';
    pieces.push(before, folded);
    rawEnd = match.index + found.length;
    folds.push({ at: length + before.length, length: folded.length, rawEnd });
    length += before.length + folded.length;
  }
  pieces.push(raw.slice(rawEnd));
  return { text: pieces.join(''), toRaw: (at, side) => toRaw(folds, at, side) };
}

/** True if no character has a look-alike. */
export function isPlain(text: string): boolean {
  return !/[^\0-\u007F]/.test(text);
}

/** The canonical form of a character and its look-alikes. */
export function toPlain(character: string): string {
  return character === '\r\n' ? '\n' : (PLAIN.get(character) ?? character.normalize('NFC'));
}

function toRaw(folds: readonly Fold[], at: number, side: 'before' | 'after'): number | undefined {
  // Removed text has no length: it is skipped only on the way to what follows it.
  const isPassed = ({ at: from, length }: Fold): boolean => (side === 'before' ? from < at : from + length <= at);
  let [low, high] = [0, folds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const fold = folds[middle];
    if (fold !== undefined && isPassed(fold)) low = middle + 1;
    else high = middle;
  }
  const last = folds[low - 1];
  const next = folds[low];
  const isInside = (last !== undefined && at < last.at + last.length) || (next !== undefined && next.at < at);
  if (isInside) return undefined;
  return last === undefined ? at : last.rawEnd + (at - last.at - last.length);
}
