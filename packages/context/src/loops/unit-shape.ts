import { kindOf, kinds } from './character-kinds.ts';

/** Marks a symbol inside a fence or a table row. */
export const CODE = 1 << 16;

/** What kind of text repeats. */
export interface UnitShape {
  /** Prose, not code, data or drawing. */
  readonly isProse: boolean;
  readonly hasDigits: boolean;
  /** Part of it ends like a sentence, with a full stop after a letter. */
  readonly hasSentence: boolean;
}

const STOPS = '.!?。！？';
const MOSTLY = 0.8;
const LEAST_SPACES = 0.05;

/** Examines one period of a text. */
export function toUnitShape(unit: Int32Array): UnitShape {
  const counts = [0, 0, 0, 0];
  let code = 0;
  let wide = 0;
  for (const symbol of unit) {
    if (symbol >= CODE) code += 1;
    const character = symbol & (CODE - 1);
    const kind = kindOf(character);
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (kind === kinds.letter && character >= 128) wide += 1;
  }
  const [letters = 0, spaces = 0, digits = 0] = [counts[kinds.letter], counts[kinds.space], counts[kinds.digit]];
  const hasWords = letters > 0 && (spaces >= unit.length * LEAST_SPACES || wide >= unit.length / 2); // Chinese has no spaces
  const isProse = hasWords && letters + spaces - code >= unit.length * MOSTLY;
  return { isProse, hasDigits: digits > 0, hasSentence: endsSentence(unit) };
}

/** A period is cyclic: its last character is followed by its first. */
function endsSentence(unit: Int32Array): boolean {
  const signAt = (at: number): number => (unit.at(at) ?? 0) & (CODE - 1);
  return unit.some(
    (_, at) => STOPS.includes(String.fromCharCode(signAt(at))) && kindOf(signAt(at - 1)) === kinds.letter,
  );
}
