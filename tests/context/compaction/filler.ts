import type { SeededRandom } from '../../kit/seeded-random.ts';

/** Typical session content that is not needed later. */
export interface Filler {
  readonly path: () => string;
  readonly source: () => string;
  readonly matches: () => string;
  readonly output: () => string;
  readonly remark: () => string;
  readonly word: () => string;
}

const WORDS =
  'account entry parse item batch state order value source target field row page query cache event frame node group route view part label'.split(
    ' ',
  );
const VERBS = 'load read merge split check build find sort count list open close send wrap'.split(' ');
const REMARKS = [
  'Let me look at how this is done at the moment.',
  'I will read the neighbouring file before I go on.',
  'That looks as expected, next the callers.',
  'Now the tests that cover this.',
  'One more place to look at.',
  'This part is fine as it is.',
];
const NUDGES = ['ok, go on', 'looks good, please continue', 'yes', 'fine, next', 'good, and the rest?'];

export function createFiller(random: SeededRandom, folder: string, extension: string): Filler {
  const word = (): string => random.pick(WORDS);
  const name = (): string => `${random.pick(VERBS)}-${word()}-${word()}`;
  const path = (): string => `${folder}/${name()}.${extension}`;
  const lines = (count: number, line: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => line(at)).join('\n');
  return {
    path,
    word,
    source: () =>
      lines(
        random.int(15, 140),
        () => `${'  '.repeat(random.int(0, 3))}${word()} = ${random.pick(VERBS)}(${word()}, ${word()}.${word()});`,
      ),
    matches: () => lines(random.int(3, 60), (at) => `${path()}:${at + 11}: ${random.pick(VERBS)} ${word()} ${word()}`),
    output: () => lines(random.int(4, 90), (at) => ` ok ${at + 1} - ${random.pick(VERBS)} ${word()} ${word()}`),
    remark: () => random.pick(REMARKS),
  };
}

/** A user message without information. */
export function pickNudge(random: SeededRandom): string {
  return random.pick(NUDGES);
}
