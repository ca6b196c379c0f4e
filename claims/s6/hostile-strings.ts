import fc from 'fast-check';

const ESC = '\u001B';
const TAGS = Array.from('rm', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

/**
 * Sequences that terminals act on, by kind. In a payload each follows a letter, which Bowline's own sequences never do.
 */
export const sequences: Readonly<Record<string, readonly string[]>> = {
  osc: [
    `${ESC}]52;c;cm0gLXJmIC8=\u0007`,
    `${ESC}]8;;http://evil.example\u0007link${ESC}]8;;\u0007`,
    `${ESC}]0;evil\u0007`,
    `${ESC}]2;evil${ESC}\\`,
    `${ESC}]1337;SetMark\u0007`,
    `${ESC}]777;notify;evil;evil\u0007`,
    `${ESC}]9;evil\u0007`,
    `${ESC}]9;4;1;50\u0007`,
    `${ESC}]10;?\u0007`,
    `${ESC}]50;evil\u0007`,
    `${ESC}]0;never ends`,
  ],
  csi: [
    ...[
      '2J',
      '777;7H',
      '777A',
      '3;9r',
      'c',
      '>c',
      '=c',
      '6n',
      '?6n',
      '5n',
      '20t',
      '21t',
      '!p',
      '4h',
      '3g',
      '2S',
      '9P',
      'b',
    ],
    ...['?1000h', '?1003h', '?1006h', '?1049h', '?2004l', '?25l', '?7l', '?2026h', '?1$p', '>4;2m', '?5W', '8m', '5m'],
    ...[
      '38;8;8m',
      '8:1m',
      '10m',
      '73m',
      '1"q',
      '2 q',
      '0;0;"p"',
      '?1;2',
      '<u',
      '>1u',
      'G',
      '?u',
      'J',
      '2K',
      '1C',
      '7A',
    ],
  ].map((rest) => `${ESC}[${rest}`),
  strings: [
    `${ESC}P+q544e${ESC}\\`,
    `${ESC}P$qm${ESC}\\`,
    `${ESC}_Gf=100;AA${ESC}\\`,
    `${ESC}^pm${ESC}\\`,
    `${ESC}Xsos${ESC}\\`,
    `${ESC}ktitle${ESC}\\`,
  ],
  short: ['c', '7', '8', 'D', 'M', 'E', 'H', 'Z', 'N', 'O', '=', '>', '(0', ')B', '#8', '%G', ' F', '\\', ''].map(
    (rest) => `${ESC}${rest}`,
  ),
  c1: [
    '\u009B2J',
    '\u009D0;evil\u009C',
    '\u0090q\u009C',
    '\u009Eq\u009C',
    '\u009Fq\u009C',
    '\u0098q\u009C',
    '\u0085',
    '\u0084',
    '\u008D',
    '\u009A',
    '\u009B',
    '\u009D',
    '\u009C',
  ],
  c0: [
    '\u0007',
    '\b',
    '\b\b\b',
    '\rover',
    '\u000B',
    '\u000C',
    '\u000E',
    '\u000F',
    '\u0000',
    '\u0005',
    '\u007F',
    '\u001A',
    '\u0018',
    '\u001C',
  ],
  unseen: [
    ...[
      '\u202E',
      '\u202D',
      '\u202A',
      '\u202B',
      '\u202C',
      '\u2066',
      '\u2067',
      '\u2068',
      '\u2069',
      '\u200E',
      '\u200F',
      '\u061C',
    ],
    ...[
      '\u200B',
      '\u200C',
      '\u200D',
      '\u2060',
      '\u2061',
      '\uFEFF',
      '\u00AD',
      '\u034F',
      '\u115F',
      '\u3164',
      '\uFFA0',
      '\u180E',
    ],
    ...[
      '\uFE0F',
      '\uFE00',
      '\u{E0100}',
      TAGS,
      `\u{1F3F4}${TAGS}\u{E007F}`,
      '1\uFE0F',
      '\u2028',
      '\u2029',
      '\uFFF9x\uFFFB',
      '\u{1D173}',
      '\u206A',
    ],
  ],
  odd: [
    'e' + '\u0301'.repeat(60),
    '\uD800',
    '\uDC00\uD800',
    '\t',
    '漢'.repeat(40),
    '👩\u200D👩\u200D👧',
    'ﷺ',
    '\u{1F1E6}',
  ],
  nested: [
    `${ESC}${ESC}[2J[2J`,
    `${ESC}[${ESC}[2J2J`,
    `${ESC}]${ESC}]0;a\u00070;evil\u0007`,
    `${ESC}]0;a${ESC}[2Jb\u0007`,
    `${ESC}\u0000[2J`,
    `${ESC}\u200B[2J`,
    `${ESC}\uD800[2J`,
    `\u009B\u009B2J2J`,
    `${ESC}\u007F]0;evil\u0007`,
    `${ESC}P${ESC}P1${ESC}\\q${ESC}\\`,
    `${ESC}${'\u0301'.repeat(20)}[2J`,
    `${ESC}[31${ESC}[Gm`,
    `${ESC}[3\b1m`,
    `${ESC}[\r2J`,
  ],
};

const all = Object.values(sequences).flat();

/** All sequences, each after a letter or the mark, with the mark at the end: a redrawn line shows its end. */
export function toHostileText(mark: string): string {
  return `${all.map((sequence, n) => `${n % 8 === 0 ? mark : 'x'}${sequence}`).join('')}x${mark}`;
}

/** The same without the purely invisible characters: calls that contain them need approval before they do anything. */
export function toHostileScript(mark: string): string {
  const { osc = [], csi = [], strings = [], short = [], c1 = [], c0 = [] } = sequences;
  const acted = [...osc, ...csi, ...strings, ...short, ...c1, ...c0];
  return `${acted.map((sequence, n) => `${n % 8 === 0 ? mark : 'x'}${sequence}`).join('')}x${mark}`;
}

/** The same without line breaks, for single-line text. */
export function toHostileLine(mark: string): string {
  return toHostileText(mark).replaceAll(/[\n\u2028\u2029]/g, '');
}

/** The same without NUL, for file contents: a file with NUL is not treated as text. */
export function toHostileFile(mark: string): string {
  return toHostileText(mark).replaceAll('\u0000', '');
}

/** A possible file name: at most 255 bytes without a slash. */
export function toHostileName(mark: string): string {
  const acted = [`${ESC}]0;evil\u0007`, `${ESC}[2J`, `${ESC}[777A`, '\u009B2J', '\r', '\b', `${ESC}c`, '\u0007', '\n'];
  const unseen = ['\u202E', '\u200B', '\u3164', '1\uFE0F', `e${'\u0301'.repeat(12)}`];
  return `${mark}${[...acted, ...unseen].map((part) => `x${part}`).join('')}x${mark}`;
}

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...all) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ESC,
      '[',
      ']',
      'm',
      '0;',
      '8',
      '2J',
      '\u009B',
      '\u009D',
      '\u009C',
      '\u0007',
      '\\',
      '\r',
      '\b',
      '\n',
      '\t',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '**',
      '`',
      '```\n',
      '[a](http://b.example/',
      ')',
      '| a | b |\n|---|---|\n',
      '# ',
      '- ',
      '<b>',
      '&#27;',
      '&#x9b;',
      '<https://c.example>',
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
);

/** Arbitrary hostile strings. */
export const hostileString: fc.Arbitrary<string> = fc
  .array(piece, { minLength: 1, maxLength: 14 })
  .map((parts) => parts.join('x'));

/** Splits a text into pieces, like a stream. */
export function cutAt(text: string, places: readonly number[]): readonly string[] {
  const ends = [...new Set(places.map((place) => place % (text.length + 1)))].toSorted((a, b) => a - b);
  return [0, ...ends].map((from, at) => text.slice(from, ends[at] ?? text.length));
}
