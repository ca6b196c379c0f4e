import { foldText, isPlain, type Tolerance } from './fold-text.ts';

/** The kind of differences that were ignored to find a text. The first stage with a match wins. */
export type Stage = 'exact' | 'line_breaks' | 'blanks' | 'characters' | 'indentation' | 'indentation_and_characters';

/** The position of a match. */
export interface Place {
  readonly start: number;
  readonly end: number;
  /** The text sought ends in a line break, but the file does not. */
  readonly isCut: boolean;
}

/** All matches at one stage. */
export interface FoundText {
  readonly stage: Stage;
  readonly places: readonly Place[];
}

const NOTHING: Tolerance = { blanks: false, characters: false, indentation: false };
const TOLERANT: readonly (readonly [stage: Stage, tolerance: Tolerance])[] = [
  ['line_breaks', NOTHING],
  ['blanks', { ...NOTHING, blanks: true }],
  ['characters', { ...NOTHING, blanks: true, characters: true }],
  ['indentation', { ...NOTHING, blanks: true, indentation: true }],
  ['indentation_and_characters', { blanks: true, characters: true, indentation: true }],
];

/** The text to find. */
export interface SoughtText {
  readonly text: string;
  /** The text or its replacement has several lines, so the first line must match at the depth it was sent with. */
  readonly hasDepth: boolean;
}

/** Finds a text: first exactly, then ignoring more and more of the layout. Undefined: not found. */
export function findText(text: string, { text: sought, hasDepth }: SoughtText): FoundText | undefined {
  const isMeant = (place: Place): boolean => isWhole(text, place) && !(hasDepth && isLessDeep(text, place));
  const exact = canBeExact(text, sought) ? findAll(text, sought).filter(isMeant) : [];
  if (exact.length > 0) return { stage: 'exact', places: exact };
  const hasBody = sought.trim() !== '';
  const isAllPlain = isPlain(sought) && isPlain(text);
  for (const [stage, tolerance] of TOLERANT) {
    if (stage !== 'line_breaks' && !hasBody) continue; // whitespace alone matches everywhere
    if (tolerance.characters && isAllPlain) continue;
    const places = findFolded(text, sought, tolerance).filter(isMeant);
    if (places.length > 0) return { stage, places };
  }
  return undefined;
}

/** Models send LF even for CRLF files, so LF in the text sought does not distinguish the two. */
function canBeExact(text: string, sought: string): boolean {
  return !sought.includes('\n') || sought.includes('\r') || !text.includes('\r\n');
}

/**
 * All matches that do not overlap. If there is only one, a second that overlaps it counts too: the edit is ambiguous.
 */
function findAll(text: string, sought: string, step = sought.length): readonly Place[] {
  const toPlace = (start: number): Place => ({ start, end: start + sought.length, isCut: false });
  const places: Place[] = [];
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + step)) places.push(toPlace(at));
  const [first] = places;
  if (first === undefined || places.length > 1) return places;
  const second = text.indexOf(sought, first.start + 1);
  return second < 0 ? places : [first, toPlace(second)];
}

/** True if its ends do not split a line break, a surrogate pair or an accented letter. */
function isWhole(text: string, { start, end }: Place): boolean {
  return !isTorn(text, start) && !isTorn(text, end);
}

/** The first line was sent with less indentation than the file has, so it matched inside a different line. */
function isLessDeep(text: string, { start }: Place): boolean {
  if (!isBlank(text[start])) return false;
  let at = start;
  while (at > 0 && isBlank(text[at - 1])) at -= 1;
  return at < start && (at === 0 || text[at - 1] === '\n');
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

function isTorn(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  if (text[at] === '\n') return text[at - 1] === '\r';
  const code = text.charCodeAt(at);
  if (code < 0x300) return false;
  return (code >= 0xdc00 && code <= 0xdfff) || /^\p{M}/u.test(text.slice(at, at + 2));
}

function findFolded(text: string, sought: string, tolerance: Tolerance): readonly Place[] {
  const needle = foldText(sought, tolerance).text;
  const folded = foldText(text, tolerance);
  const { isHeld, hasTrail } = edgesOf(sought, tolerance);
  const [head, tail] = [isHeld.atStart ? '\n' : '', isHeld.atEnd ? '\n' : ''];
  const hay = `${head}${folded.text}${tolerance.blanks ? '\n' : ''}`;
  // The line break that ends one match may begin the next.
  const found = findAll(hay, head + needle + tail, head.length + needle.length);
  return found.flatMap(({ start, end }) => {
    const endsAt = end - tail.length - head.length;
    const isCut = endsAt > folded.text.length;
    if (isCut && folded.text.endsWith('\n')) return []; // a line that does not exist
    const from = folded.toRaw(start, isHeld.atStart ? 'before' : 'after');
    const to = isCut ? text.length : folded.toRaw(endsAt, hasTrail ? 'after' : 'before');
    return from === undefined || to === undefined ? [] : [{ start: from, end: to, isCut }];
  });
}

interface Edges {
  /** Matches only at line boundaries: without its whitespace the text could match anywhere. */
  readonly isHeld: { readonly atStart: boolean; readonly atEnd: boolean };
  readonly hasTrail: boolean;
}

function edgesOf(sought: string, { blanks, indentation }: Tolerance): Edges {
  const hasTrail = blanks && /[ \t]/.test(sought.slice(-1));
  const first = sought.slice(0, sought.indexOf('\n') + 1);
  const beginsBlank = blanks && first.trim() === '' && /^[ \t]/.test(first);
  return {
    isHeld: {
      atStart: beginsBlank || (indentation && !/^\r?\n/.test(sought)),
      atEnd: hasTrail || (indentation && !sought.endsWith('\n')),
    },
    hasTrail,
  };
}
