import { createSeededRandom } from '../../tests/kit/seeded-random.ts';

const words =
  'account action address agent answer archive array article asset author balance banner batch blank board border branch bridge buffer build button cache camera cancel canvas cargo carrier center change channel chapter charge circle client clock cloud column command comment compiler config contact content context control cookie copy corner count course cover credit cursor customer cycle data date default delivery depth design detail device dialog digit disk display document domain draft driver edge editor effect element email engine entry error event example export factor feature field figure file filter final finger flag floor focus folder font footer form format frame function garden gate glass graph grid group guard guide handle header height history host icon image import index input invoice island item journal key kitchen label language layer layout leaf lens letter level library light line link list loader local lock logger login logo loop machine mail map margin market mask master match matrix member memory menu message meter method mirror mobile model module monitor month motor mouse name network node note number object offer office option orange order output owner package page paint panel parcel parent parser partner password path pattern payment period person phone photo picture pixel plan plate player plugin point policy pool port post power price printer process product profile project prompt property proxy query queue quota radio range rate reader reason record region report request result review river robot role room root route row rule sample scale schema scope screen script search section segment sender server service session setting shape sheet shield ship signal size socket source space speed stack stage state station status step stock store stream street string style subject summary surface switch symbol system table target task team template terminal test text theme thread ticket time title token tool topic total track trade trail tree trigger trip type unit update upload user value vector vendor version video view visit voice volume wall watch water weight wheel width window winter wire wizard worker world writer zone'.split(
    ' ',
  );
const verbs =
  'reads writes keeps drops checks moves renames returns validates loads stores wraps merges splits counts formats parses renders sends receives closes opens'.split(
    ' ',
  );
const joints = [
  'while',
  'because',
  'so that',
  'although',
  'before',
  'after',
  'when',
  'and then',
  'unless',
  'as soon as',
];

/** Pseudorandom numbers and words that are the same for the same seed. */
export interface Dice {
  /** From `least` to `most`, both included. */
  readonly roll: (least: number, most: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
  readonly word: () => string;
  /** An identifier, as in source code. */
  readonly name: () => string;
  readonly path: () => string;
  readonly sentence: () => string;
  readonly paragraph: (sentences: number) => string;
  readonly hex: (length: number) => string;
}

/** Creates the dice for a seed. */
export function createDice(seed: number): Dice {
  const { int: roll } = createSeededRandom(Math.imul(seed + 1, 0x9e3779b1)); // consecutive seeds start far apart
  const pick = <T>(list: readonly T[]): T => list[roll(0, list.length - 1)] as T;
  const word = (): string => pick(words);
  const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
  const name = (): string => word() + capital(word()) + (roll(1, 10) <= 4 ? capital(word()) : '');
  const clause = (): string => `the ${word()} ${pick(verbs)} the ${word()} of the ${word()}`;
  const sentence = (): string => `${capital(clause())}${roll(1, 2) === 1 ? ` ${pick(joints)} ${clause()}` : ''}.`;
  return {
    roll,
    pick,
    word,
    name,
    path: () => `src/${word()}/${word()}-${word()}.ts`,
    sentence,
    paragraph: (count) => Array.from({ length: count }, sentence).join(' '),
    hex: (length) => Array.from({ length }, () => roll(0, 15).toString(16)).join(''),
  };
}
