/** The signs that the screen draws with, each with its replacement of the same width. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ...pair('❯✓✗⊘▲✖▸▾○−↺●•↳·↪', '>+x-!X>vo-<**>-\\'),
  ...pair('╭│├╰─┼╮╯┄', '+|++-+++-'),
  ...pair('━█', '##'),
  ...pair('⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏', '|/-\\|/-\\|/'),
  ...pair('▁▂▃▄▅▆▇', '1234567'),
  ...pair('↑↓←→›⋯␤␍', '^v<>>.$$'),
]);

/** Also eats the two cells before it, because its replacement is three cells wide. */
const CUT = /([\x20-\x7E]{2})?…/g;
const OTHER = /[^\x00-\x7F]/;
const EVERY_OTHER = new RegExp(OTHER, 'g');
const SEQUENCE = /(\u001B\[[\d;:]*[mK]|\u001B\]8;;[!-~]*\u0007)/;

function pair(signs: string, ascii: string): readonly (readonly [string, string])[] {
  return Array.from(signs, (sign, at) => [sign, ascii.charAt(at)] as const);
}

/** A row whose own signs are ASCII, for terminals that draw them wrongly. Other text stays as it is. */
export function toAscii(row: string): string {
  if (!OTHER.test(row)) return row;
  return row
    .split(SEQUENCE)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(CUT, toDots).replaceAll(EVERY_OTHER, toSign)))
    .join('');
}

const toDots = (_: string, before?: string): string => (before === undefined ? '.' : '...');
const toSign = (sign: string): string => SIGNS.get(sign) ?? sign;
