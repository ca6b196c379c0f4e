/** A candidate that has all letters of what was typed, in their order. */
export interface FuzzyMatch<T> {
  readonly item: T;
  readonly score: number;
  /** Where the letters are, to be marked. */
  readonly at: readonly number[];
}

/** Letters that stand together, that begin words, and that begin the text count for more. */
const POINTS = { letter: 1, together: 10, wordStart: 8, start: 10 } as const;

/** Those that match, the best first; equally good ones as they came. An empty query matches all. */
export function fuzzySearch<T>(
  query: string,
  items: readonly T[],
  textOf: (item: T) => string,
): readonly FuzzyMatch<T>[] {
  const wanted = query.toLowerCase().replaceAll(/\s+/g, '');
  if (wanted === '') return items.map((item) => ({ item, score: 0, at: [] }));
  const found: FuzzyMatch<T>[] = [];
  for (const item of items) {
    const match = matchLetters(wanted, textOf(item));
    if (match !== null) found.push({ item, ...match });
  }
  return found.toSorted((a, b) => b.score - a.score);
}

/** How well one text matches; null when it does not. */
export function matchLetters(wanted: string, text: string): { readonly score: number; readonly at: number[] } | null {
  const lower = toLower(text);
  const whole = lower.indexOf(wanted);
  // Most queries are a piece of the text; the best such place is a better answer than letters far apart.
  if (whole !== -1) return rate(text, places(bestPiece(text, lower, wanted), wanted.length));
  const at: number[] = [];
  let from = 0;
  for (const letter of wanted) {
    const found = nextPlace({ text, lower, letter, from, last: at.at(-1) });
    if (found === -1) return matchGreedily(wanted, text, lower);
    at.push(found);
    from = found + letter.length;
  }
  return rate(text, at);
}

/** Places must be those of the text as it is: a few letters become two when they are made small. */
function toLower(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

/** Letters at the first place that they have: where there is a match at all, this finds one. */
function matchGreedily(wanted: string, text: string, lower: string): { score: number; at: number[] } | null {
  const at: number[] = [];
  let from = 0;
  for (const letter of wanted) {
    const found = lower.indexOf(letter, from);
    if (found === -1) return null;
    at.push(found);
    from = found + letter.length;
  }
  return rate(text, at);
}

interface Search {
  readonly text: string;
  readonly lower: string;
  readonly letter: string;
  readonly from: number;
  readonly last: number | undefined;
}

/** Right after the last letter, else at the start of a word, else anywhere. */
function nextPlace({ text, lower, letter, from, last }: Search): number {
  if (last !== undefined && lower.startsWith(letter, from)) return from;
  for (let at = lower.indexOf(letter, from); at !== -1; at = lower.indexOf(letter, at + 1))
    if (isWordStart(text, at)) return at;
  return lower.indexOf(letter, from);
}

function bestPiece(text: string, lower: string, wanted: string): number {
  const first = lower.indexOf(wanted);
  for (let at = first; at !== -1; at = lower.indexOf(wanted, at + 1)) if (isWordStart(text, at)) return at;
  return first;
}

function places(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) => from + n);
}

function rate(text: string, at: number[]): { score: number; at: number[] } {
  let score = 0;
  for (const [n, place] of at.entries()) {
    score += POINTS.letter;
    if (place === 0) score += POINTS.start;
    if (isWordStart(text, place)) score += POINTS.wordStart;
    if (n > 0 && at[n - 1] === place - 1) score += POINTS.together;
  }
  // Of equal matches the shorter text is the nearer one.
  return { score: score - Math.min(text.length, 200) / 100, at };
}

const LETTER = /[\p{L}\p{N}]/u;
const SMALL = /\p{Ll}/u;
const BIG = /\p{Lu}/u;

function isWordStart(text: string, at: number): boolean {
  if (at === 0) return true;
  const [before = '', letter = ''] = [text[at - 1], text[at]];
  if (before === ' ') return true;
  return !LETTER.test(before) || (SMALL.test(before) && BIG.test(letter));
}
