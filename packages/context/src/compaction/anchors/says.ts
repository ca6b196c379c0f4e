import { exactWords } from './exact-words.ts';

/** A text prepared for being asked often what it says. */
export interface SaidText {
  readonly plain: string;
  /** The stems of each line. */
  readonly lines: readonly ReadonlySet<string>[];
}

/** Share of the words of a sentence that one line must have to say the same, and how many at least. */
const ALIKE = { share: 0.5, words: 2 } as const;
const STEM = 5;
/** What a word, a file's name and a path go on with. Not all scripts put spaces around words: only Latin ones count. */
const WORD = /[\p{Script=Latin}\p{N}_]/u;
const NAME = /[\p{Script=Latin}\p{N}_-]/u;
const PATH = /[\p{Script=Latin}\p{N}_/-]/u;
const FILLERS = new Set(
  (
    'the and for are was were that this with have has had from into not but you your its our all any can will would should must ' +
    'then than them they there here when what which who how why never always use used using also just only please now let lets make made'
  ).split(' '),
);
/** Names that many folders have: alone they do not say which file is meant. */
const COMMON_NAMES =
  /^(?:index|main|mod|lib|init|__init__|readme|package|makefile|dockerfile|settings|config|types|test|utils)\b/iu;

/** A text as it is compared: without case, quotes, spaces and the commas of numbers. */
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

/** Whether a text has these very words, and not as a part of longer ones. */
export function saysExactly({ plain }: SaidText, wanted: string): boolean {
  const sought = toPlain(wanted);
  return sought === '' || hasWhole(plain, sought, WORD);
}

/** Whether a text names a file: by its path, by the end of it, or by its name where that is enough. */
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

/** Whether one line of a text says about the same as a sentence, with all its names and numbers somewhere in the text. */
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

/** How many of some words are in a line, from 0 to 1. */
export function shareIn(line: ReadonlySet<string>, stems: readonly string[]): number {
  return stems.filter((stem) => line.has(stem)).length / Math.max(1, stems.length);
}

/** The words that carry meaning, by their beginnings: endings change with the sentence. */
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
