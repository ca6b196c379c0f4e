import { exactWords } from './exact-words.ts';

/** A text prepared for repeated lookups. */
export interface SaidText {
  readonly plain: string;
  /** Word stems per line. */
  readonly lines: readonly ReadonlySet<string>[];
}

/** The share and minimum number of a sentence's words that one line must contain to mean the same. */
const ALIKE = { share: 0.5, words: 2 } as const;
const STEM = 5;
/** Characters that continue a word, a file name or a path. Only Latin scripts put spaces around words. */
const WORD = /[\p{Script=Latin}\p{N}_]/u;
const NAME = /[\p{Script=Latin}\p{N}_-]/u;
const PATH = /[\p{Script=Latin}\p{N}_/-]/u;
const FILLERS = new Set(
  (
    'the and for are was were that this with have has had from into not but you your its our all any can will would should must ' +
    'then than them they there here when what which who how why never always use used using also just only please now let lets make made'
  ).split(' '),
);
/** File names that many directories have: they do not identify a file by themselves. */
const COMMON_NAMES =
  /^(?:index|main|mod|lib|init|__init__|readme|package|makefile|dockerfile|settings|config|types|test|utils)\b/iu;

/** Normalizes a text for comparison: ignores case, quotes, spaces and thousands separators. */
export function toPlain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/(?<=\d)[,_](?=\d{3}(?!\d))/gu, '')
    .replaceAll('\\', '/')
    .replaceAll(/[`"'“”‘’*]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

export function toSaidText(text: string): SaidText {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return { plain: toPlain(text), lines: lines.map((line) => new Set(stemsOf(line))) };
}

/** Whether a text contains exactly these words, not as part of longer ones. */
export function saysExactly({ plain }: SaidText, wanted: string): boolean {
  const sought = toPlain(wanted);
  return sought === '' || hasWhole(plain, sought, WORD);
}

/** Whether a text names a file by its path, the end of its path, or a sufficiently specific name. */
export function saysPath({ plain }: SaidText, path: string): boolean {
  const segments = toPlain(path)
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.');
  const whole = segments.join('/');
  if (whole === '' || hasWhole(plain, whole, NAME)) return true;
  return segments.slice(1).some((segment, at) => {
    const isName = at === segments.length - 2;
    if (isName && (COMMON_NAMES.test(segment) || !segment.includes('.'))) return false;
    return hasWhole(plain, segments.slice(at + 1).join('/'), PATH);
  });
}

/** Whether one line has about the meaning of a sentence, and the text contains all its names and numbers. */
export function saysAlike(said: SaidText, sentence: string): boolean {
  if (saysExactly(said, sentence)) return true;
  const areNamed = exactWords(sentence).every(({ kind, text }) =>
    kind === 'path' ? saysPath(said, text) : saysExactly(said, text),
  );
  if (!areNamed) return false;
  const stems = stemsOf(sentence);
  const least = Math.min(stems.length, ALIKE.words) / Math.max(1, stems.length);
  return stems.length > 0 && said.lines.some((line) => shareIn(line, stems) >= Math.max(ALIKE.share, least));
}

/** The share of words that occur in a line, from 0 to 1. */
export function shareIn(line: ReadonlySet<string>, stems: readonly string[]): number {
  return stems.filter((stem) => line.has(stem)).length / Math.max(1, stems.length);
}

/** The stems of meaningful words: endings vary between sentences. */
export function stemsOf(text: string): readonly string[] {
  const words = toPlain(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !FILLERS.has(word) && (word.length > 2 || /\d/u.test(word)));
  return [...new Set(telling.map(toStem))];
}

function toStem(word: string): string {
  if (/\d/u.test(word)) return word;
  const bare = word.replace(/(?<=\p{L}{3})(?:ing|ed|es|s)$/u, '').replace(/(?<=\p{L}{2})(\p{L})\1$/u, '$1');
  return bare.slice(0, STEM);
}

function hasWhole(text: string, sought: string, wordCharacter: RegExp): boolean {
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + sought.length] ?? ' ';
    const isCutBefore = wordCharacter.test(sought[0] ?? '') && wordCharacter.test(before);
    const isCutAfter = WORD.test(sought.at(-1) ?? '') && WORD.test(after);
    if (!isCutBefore && !isCutAfter) return true;
  }
  return false;
}
