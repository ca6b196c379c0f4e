import { fenced, says, times, type TranscriptClass } from './transcript.ts';

const prose: readonly TranscriptClass[] = [
  ['prose', (dice) => says(times(dice.roll(5, 60), () => dice.paragraph(dice.roll(2, 7))).join('\n\n'))],
  ['a short answer', (dice) => says(dice.sentence())],
  [
    'a song with a refrain',
    (dice) => {
      const refrain = times(dice.roll(2, 6), () => dice.sentence()).join('\n');
      return says(
        times(dice.roll(4, 14), () => `${times(4, () => dice.sentence()).join('\n')}\n\n${refrain}`).join('\n\n'),
      );
    },
  ],
  [
    'a song that goes la la la',
    (dice) => says(times(dice.roll(3, 8), () => `${dice.sentence()}\n${'la '.repeat(dice.roll(8, 60))}\n`).join('\n')),
  ],
  [
    'a song that grows by a line with each verse',
    (dice) => {
      const gifts = times(12, (n) => `${n + 1} ${dice.word()}s ${dice.word()}ing`);
      return says(
        times(
          12,
          (n) =>
            `On day ${n + 1} my true love gave to me\n${gifts
              .slice(0, n + 1)
              .reverse()
              .join(',\n')}.`,
        ).join('\n\n'),
      );
    },
  ],
  [
    'a review that finds nothing in most files',
    (dice) =>
      says(times(dice.roll(20, 150), () => `### \`${dice.path()}\`\n\nNo issues found in this file.\n`).join('\n')),
  ],
  [
    'a review of numbered files',
    (dice) => says(times(dice.roll(20, 200), (n) => `### migrations/${n}.sql\n\nNo issues found.\n`).join('\n')),
  ],
  [
    'a song that counts down',
    (dice) => {
      const what = dice.word();
      return says(
        times(
          dice.roll(10, 99),
          (n) =>
            `${100 - n} bottles of ${what} on the wall, ${100 - n} bottles of ${what}. Take one down and pass it around, ${99 - n} bottles of ${what} on the wall.`,
        ).join('\n'),
      );
    },
  ],
  [
    'a letter to many people',
    (dice) => {
      const letter = dice.paragraph(4);
      return says(
        times(dice.roll(4, 20), () => `Dear ${dice.name()},\n\n${letter}\n\nBest wishes,\n${dice.word()}\n`).join(
          '\n---\n\n',
        ),
      );
    },
  ],
  [
    'a paragraph of filler, several times the same',
    (dice) =>
      says(
        times(
          dice.roll(3, 5),
          () =>
            'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat.',
        ).join('\n\n'),
      ),
  ],
  [
    'findings by line',
    (dice) => says(times(dice.roll(20, 90), (n) => `- Line ${n * 3 + dice.roll(1, 3)}: missing semicolon`).join('\n')),
  ],
  [
    'questions and answers',
    (dice) =>
      says(
        times(
          dice.roll(10, 60),
          () => `**Q: What if ${dice.sentence()}**\n\nA: It depends on the ${dice.word()}.\n`,
        ).join('\n'),
      ),
  ],
  [
    'a dialogue of short turns',
    (dice) =>
      says(
        times(
          dice.roll(20, 120),
          () =>
            `Anna: ${dice.pick(['Yes.', 'No.', 'Really?', dice.sentence()])}\nBen: ${dice.pick(['Well.', 'Hm.', dice.sentence()])}`,
        ).join('\n'),
      ),
  ],
  [
    'thinking with many a wait',
    (dice) =>
      says(
        times(dice.roll(10, 60), () => `Wait, ${dice.sentence()} Let me check that again. ${dice.paragraph(2)}`).join(
          '\n\n',
        ),
      ),
  ],
  [
    'Chinese',
    (dice) =>
      says(
        times(
          dice.roll(100, 2000),
          () => String.fromCharCode(dice.roll(0x4e00, 0x8fff)) + (dice.roll(0, 15) === 0 ? '。' : ''),
        ).join(''),
      ),
  ],
];

const markdown: readonly TranscriptClass[] = [
  [
    'a table with like rows',
    (dice) =>
      says(
        `| file | types | lint | tests |\n| --- | --- | --- | --- |\n${times(dice.roll(20, 200), () => `| ${dice.path()} | ${dice.pick(['yes', 'no'])} | yes | yes |`).join('\n')}\n`,
      ),
  ],
  [
    'a table of numbers only',
    (dice) =>
      says(`| n | square |\n| --- | --- |\n${times(dice.roll(30, 400), (n) => `| ${n} | ${n * n} |`).join('\n')}\n`),
  ],
  [
    'a table with equal rows',
    (dice) => says(`| a | b | c |\n|---|---|---|\n${'| yes | no | yes |\n'.repeat(dice.roll(10, 100))}`),
  ],
  [
    'a list of like items',
    (dice) =>
      says(
        times(
          dice.roll(20, 200),
          () => `- Renamed \`${dice.name()}\` to \`${dice.name()}\` in \`${dice.path()}\``,
        ).join('\n'),
      ),
  ],
  [
    'a checklist',
    (dice) => says(times(dice.roll(20, 150), (n) => `- [x] Step ${n + 1}: ${dice.word()} done`).join('\n')),
  ],
  ['an empty checklist', (dice) => says('- [ ] TODO\n'.repeat(dice.roll(5, 60)))],
  [
    'dividers',
    (dice) =>
      says(
        times(
          dice.roll(5, 40),
          () => `${dice.pick(['-', '=', '*', '─', '#']).repeat(dice.roll(20, 200))}\n${dice.sentence()}\n`,
        ).join(''),
      ),
  ],
  [
    'a plan with numbered steps',
    (dice) =>
      says(times(dice.roll(10, 60), (n) => `${n + 1}. Update ${dice.path()} so that ${dice.sentence()}`).join('\n')),
  ],
  [
    'code and words in turns',
    (dice) =>
      says(
        times(
          dice.roll(5, 40),
          () =>
            `Now change \`${dice.path()}\`:\n\n${fenced('ts', `export const ${dice.name()} = ${dice.roll(0, 99)};`)}`,
        ).join('\n'),
      ),
  ],
  ['a quotation', (dice) => says(times(dice.roll(10, 80), () => `> ${dice.sentence()}`).join('\n'))],
];

/** Text that looks like repeats at first sight. */
export const legitimateProse: readonly TranscriptClass[] = [...prose, ...markdown];
