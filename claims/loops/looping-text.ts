import { fenced, says, times, type TranscriptClass } from './transcript.ts';
import type { Dice } from '../shared/dice.ts';

/** Long enough for a nudge that has no effect. */
const LENGTH = 30_000;
const without = (unit: string, length = LENGTH): string => unit.repeat(Math.ceil(length / unit.length));
const open = (language: string, body: string): string => `\`\`\`${language}\n${body}`;
const shuffled = (dice: Dice, list: readonly string[], count: number): string =>
  times(count, () => dice.pick(list)).join(' ');

const exact: readonly TranscriptClass[] = [
  ['the same sentence', (dice) => says(without(`${dice.sentence()} `))],
  ['the same sentence on lines', (dice) => says(without(`${dice.sentence()}\n`))],
  ['the same paragraph', (dice) => says(without(`${dice.paragraph(dice.roll(3, 8))}\n\n`))],
  [
    'the same passage of some thousand characters',
    (dice) => says(without(`${times(dice.roll(3, 9), () => dice.paragraph(6)).join('\n\n')}\n\n`, 120_000)),
  ],
  [
    'the same answer with headings and code',
    (dice) =>
      says(
        without(
          `## Summary\n\n${dice.paragraph(3)}\n\n${fenced('ts', times(4, () => `const ${dice.name()} = ${dice.roll(0, 9)};`).join('\n'))}\n`,
          60_000,
        ),
      ),
  ],
  ['a word', (dice) => says(without(`${dice.word()} `))],
  ['ok ok ok', () => says(without('ok '))],
  ['a phrase with commas', (dice) => says(without(`${dice.word()} and ${dice.word()}, `))],
  ['empty lines', (dice) => says(`${dice.paragraph(3)}\n${without('\n')}`)],
  ['blanks', (dice) => says(`${dice.sentence()}${without(' ')}`)],
  ['zeros', () => says(`The number is 1${without('0')}`)],
  ['one and zero', () => says(`The bits are ${without('1, 0, ')}`)],
  ['a syllable without spaces', () => says(without('ha'))],
  ['an emoji', () => says(without('🚀'))],
  [
    'a Chinese sentence',
    (dice) =>
      says(without(`${times(dice.roll(8, 30), () => String.fromCharCode(dice.roll(0x4e00, 0x8fff))).join('')}。`)),
  ],
  ['a cycle of several sentences', (dice) => says(without(`${dice.paragraph(dice.roll(3, 12))} `))],
  [
    'a cycle after a long good start',
    (dice) => says(`${times(40, () => dice.paragraph(5)).join('\n\n')}\n\n${without(`${dice.paragraph(3)} `)}`),
  ],
  [
    'a word after a long good start with code',
    (dice) =>
      says(
        `${times(10, () => dice.paragraph(5) + '\n' + fenced('ts', `let ${dice.name()};`)).join('\n')}${without('the ')}`,
      ),
  ],
  ['the same item of a list', (dice) => says(without(`- Update the ${dice.word()} of the ${dice.word()}\n`))],
  ['the same heading and sentence', (dice) => says(without(`### Next step\n\n${dice.sentence()}\n\n`))],
  ['the same quotation', (dice) => says(without(`> ${dice.sentence()}\n`))],
  ['equal lines in a fence', (dice) => says(open('ts', without(`  this.${dice.name()}();\n`)))],
  [
    'equal blocks in a fence',
    (dice) =>
      says(
        open(
          'ts',
          without(`function ${dice.name()}() {\n  const ${dice.name()} = await load();\n  return null;\n}\n\n`),
        ),
      ),
  ],
  [
    'equal rows of a table',
    (dice) => says(`| a | b |\n|---|---|\n${without(`| ${dice.word()} | ${dice.word()} |\n`)}`),
  ],
  [
    'equal objects of JSON',
    (dice) => says(open('json', `[${without(`{"${dice.word()}":"${dice.word()}","${dice.word()}":[]},`)}`)),
  ],
  [
    'the same code offered again and again',
    (dice) => {
      const block = fenced('ts', `export const ${dice.name()} = ${dice.name()}();`);
      return says(without(`Let me try that again.\n\n${block}\n`));
    },
  ],
  ['a nesting without end', (dice) => says(open('html', without(`<div class="${dice.word()}">`)))],
];

const near: readonly TranscriptClass[] = [
  ['a counter in a short sentence', () => says(times(1500, (n) => `Attempt ${n}: I will try again.`).join('\n'))],
  [
    'a counter in a paragraph',
    (dice) => {
      const rest = dice.paragraph(4);
      return says(times(200, (n) => `Attempt ${n + 1}. ${rest}`).join('\n\n'));
    },
  ],
  [
    'a counter in several places',
    (dice) => {
      const word = dice.word();
      return says(times(1500, (n) => `Step ${n} of ${n + 5}: checking the ${word} again, ${n * 3} left.`).join(' '));
    },
  ],
  [
    'growing indentation',
    (dice) => {
      const sentence = dice.sentence();
      return says(times(500, (n) => ' '.repeat(n % 120) + sentence).join('\n'));
    },
  ],
  [
    'growing gaps',
    (dice) => {
      const sentence = dice.sentence();
      return says(times(300, (n) => sentence + '\n'.repeat(n % 40)).join('\n'));
    },
  ],
  ['growing blanks without text', () => says(times(400, (n) => ' '.repeat(n)).join('\n'))],
  ['dots that grow', () => says(times(600, (n) => `I am still thinking${'.'.repeat(n % 50)}`).join('\n'))],
  [
    'louder and softer',
    (dice) => {
      const sentence = dice.sentence();
      return says(times(600, (n) => (n % 3 === 0 ? sentence.toUpperCase() : sentence)).join(' '));
    },
  ],
  [
    'a few sentences in any order',
    (dice) => {
      const few = times(dice.roll(3, 8), () => dice.sentence());
      return says(shuffled(dice, few, 600));
    },
  ],
  [
    'a few thoughts in any order, after a good start',
    (dice) => {
      const few = times(dice.roll(4, 9), () => `Wait, ${dice.sentence()}`);
      return says(`${dice.paragraph(40)}\n\n${shuffled(dice, few, 600)}`);
    },
  ],
  [
    'a few sentences with a new one now and then',
    (dice) => {
      const few = times(4, () => dice.sentence());
      return says(times(60, () => `${shuffled(dice, few, 16)} ${dice.sentence()}`).join(' '));
    },
  ],
  [
    'short promises in any order',
    (dice) =>
      says(
        times(
          1500,
          () =>
            `I'll ${dice.pick(['do', 'start', 'begin', 'write', 'implement', 'finish'])} ${dice.pick(['it', 'this', 'the code', 'the change', 'now', 'coding'])}.`,
        ).join(' '),
      ),
  ],
  [
    'short words of despair',
    (dice) => {
      const worlds = times(12, () => dice.word());
      return says(
        times(
          700,
          () =>
            `I am a ${dice.pick(['disgrace', 'failure', 'shame'])} to ${dice.pick(['this', 'that', 'every', 'any possible'])} ${dice.pick(worlds)}.`,
        ).join(dice.pick(['\n', ' '])),
      );
    },
  ],
  [
    'plans that are never carried out',
    (dice) => {
      const [file, tool] = [dice.word(), dice.word()];
      return says(
        times(
          500,
          () =>
            `${dice.pick(['OK', 'Right', 'Now', 'So'])}, ${dice.pick(['let me', 'I will', 'I should'])} ${dice.pick(['run', 'kill', 'restart', 'check'])} the ${dice.pick([file, tool, 'stale process'])} ${dice.pick(['now', 'first', 'again', 'at last'])}:`,
        ).join('\n\n'),
      );
    },
  ],
  [
    'one word that changes',
    (dice) => {
      const [what, why] = [dice.word(), dice.word()];
      return says(
        times(
          700,
          () =>
            `I will ${dice.pick(['check', 'read', 'open', 'inspect'])} the ${what} again, because the ${why} is still wrong.`,
        ).join(' '),
      );
    },
  ],
];

/** Answers that never end. */
export const loopingText: readonly TranscriptClass[] = [...exact, ...near];
