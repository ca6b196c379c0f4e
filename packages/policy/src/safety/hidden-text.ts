/** Invisible characters, by purpose. */
export type HiddenKind = 'tag' | 'direction' | 'zero_width' | 'variation';

const RANGES: Readonly<Record<HiddenKind, string>> = {
  tag: String.raw`\u{E0000}-\u{E007F}`,
  direction: String.raw`\u202A-\u202E\u2066-\u2069`,
  zero_width:
    String.raw`\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u2060-\u2065\u206A-\u206F\u3164\uFEFF\uFFA0` +
    String.raw`\uFFF9-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}`,
  variation: String.raw`\u180B-\u180D\uFE00-\uFE0F\u{E0100}-\u{E01EF}`,
};
const kinds = ['tag', 'direction', 'zero_width', 'variation'] as const;
const oneOf = (ranges: string): RegExp => new RegExp(`^[${ranges}]`, 'u');
const OF_KIND = kinds.map((kind) => ({ kind, pattern: oneOf(RANGES[kind]) }));
/** Matches whole runs, so that a million in a row are one match. */
const RUNS = new RegExp(`[${kinds.map((kind) => RANGES[kind]).join('')}]+`, 'gu');

/** Scripts in which joiners are part of the spelling and hide nothing. */
const JOINING =
  'Arabic Syriac Mongolian Nko Mandaic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala ' +
  'Khmer Myanmar Tibetan Balinese Javanese Sundanese';
const letters = JOINING.split(' ').map((script) => String.raw`\p{Script=${script}}`);
/** Includes the Arabic vowel signs, which have no script of their own. */
const JOINS_AFTER = new RegExp(`^[${letters.join('')}\\u064B-\\u065F\\u0670]`, 'u');
const EMOJI = /^\p{Extended_Pictographic}/u;
const ENDS_EMOJI = /^[\p{Extended_Pictographic}\u{1F3FB}-\u{1F3FF}\uFE0F]/u;
const VARIES = /^[\p{Emoji}\p{S}\p{Script=Mongolian}\p{Script=Han}]/u;
const HAS_MANY_FORMS = /^[\p{Script=Han}\p{Script=Mongolian}]/u;
const ZERO_WIDTH_JOINER = '\u200D';
const ZERO_WIDTH_NON_JOINER = '\u200C';
const BYTE_ORDER_MARK = '\uFEFF';
/** The flags of England, Scotland and Wales are the only legitimate use of tag characters. */
const BLACK_FLAG = '\u{1F3F4}';
const FLAGS = new Set(['gbeng', 'gbsct', 'gbwls'].map(toTags));

function toTags(letters: string): string {
  const tags = Array.from(letters, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
  return `${tags.join('')}\u{E007F}`;
}

/** One kind of hidden characters in a text. */
export interface HiddenText {
  readonly kind: HiddenKind;
  readonly count: number;
  /** The index of the first one in the text. */
  readonly at: number;
}

/** Finds invisible characters, except those that belong to visible text, as in joined emoji and Persian words. */
export function findHidden(text: string): readonly HiddenText[] {
  const found = new Map<HiddenKind, HiddenText>();
  for (const { 0: run, index } of text.matchAll(RUNS))
    eachHidden({ text, run, at: index }, (char, at) => {
      const kind = OF_KIND.find(({ pattern }) => pattern.test(char))?.kind ?? 'zero_width';
      const before = found.get(kind);
      found.set(kind, { kind, count: (before?.count ?? 0) + 1, at: before?.at ?? at });
    });
  return [...found.values()];
}

/** Removes invisible characters in linear time. Returns the same text if there are none. */
export function stripHidden(text: string): string {
  return text.replace(RUNS, (run: string, at: number) => {
    const kept: string[] = [];
    let end = 0;
    eachHidden({ text, run, at }, (char, where) => {
      kept.push(run.slice(end, where - at));
      end = where - at + char.length;
    });
    return end === 0 ? run : kept.join('') + run.slice(end);
  });
}

interface Run {
  readonly text: string;
  readonly run: string;
  /** Where the run begins in the text. */
  readonly at: number;
}

/** Calls `tell` for each character of a run that hides something. Considers only the two neighbors of each. */
function eachHidden({ text, run, at }: Run, tell: (char: string, at: number) => void): void {
  let before = charBefore(text, at);
  if (before === BLACK_FLAG && FLAGS.has(run)) return;
  let where = at;
  for (const char of run) {
    const after = where + char.length;
    if (isMeant(char, before, () => charAt(text, after))) before = char;
    else tell(char, where);
    where = after;
  }
}

function isMeant(char: string, before: string, after: () => string): boolean {
  if (char === BYTE_ORDER_MARK) return before === '';
  if (char === ZERO_WIDTH_JOINER && ENDS_EMOJI.test(before)) return EMOJI.test(after());
  if (char === ZERO_WIDTH_JOINER || char === ZERO_WIDTH_NON_JOINER) return JOINS_AFTER.test(before);
  if (char >= '\uFE00' && char <= '\uFE0F') return VARIES.test(before);
  const isForm = (char >= '\u180B' && char <= '\u180D') || OF_KIND[3]?.pattern.test(char) === true;
  return isForm && HAS_MANY_FORMS.test(before);
}

function charAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function charBefore(text: string, at: number): string {
  if (at === 0) return '';
  const isPair = at > 1 && text.charCodeAt(at - 1) >= 0xdc00 && text.charCodeAt(at - 1) <= 0xdfff;
  return text.slice(at - (isPair ? 2 : 1), at);
}
