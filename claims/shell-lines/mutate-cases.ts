import type { HostileCase } from './cases/hostile-case.ts';
import { createSeededRandom, type SeededRandom } from '../../tests/kit/seeded-random.ts';

/** Insertions: shell operators, harmful words, and invisible characters. */
const INSERTS: readonly string[] = [
  ...[
    ';',
    '&&',
    '||',
    '|',
    '|&',
    '&',
    '\n',
    ' ',
    '\t',
    '#',
    '\\',
    '\\\n',
    '"',
    "'",
    '`',
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    '!',
  ],
  ...[
    '$',
    '$(',
    '${',
    '$((',
    '$[',
    "$'",
    '$"',
    '$x',
    '"$x"',
    '$HOME',
    '*',
    '?',
    '~',
    '~/',
    '=',
    '+=',
    ',',
    '..',
    '{a,b}',
  ],
  ...['<', '>', '>>', '>|', '>&', '<&', '&>', '<>', '<<', '<<EOF\n', '<<<', '<(', '>(', '2>&1', '>/dev/null', '> PWN'],
  ...[' touch PWN ', ';touch PWN;', ' $(touch PWN) ', ' -exec touch PWN \\; ', ' -o PWN ', ' --output=PWN ', ' PWN '],
  ...[
    ' w PWN ',
    ' -e ',
    ' -c ',
    ' -i ',
    ' -- ',
    ' - ',
    ' env ',
    ' xargs ',
    ' sh -c ',
    ' for f in a; do ',
    '; done',
    ' time ',
  ],
  ...['\0', '\r', '\r\n', '\u00A0', '\u2028', '\u200B', '\u202E', '\uFEFF', '\u{E0041}', 'é', '\x1B[2K'],
];

/** Creates cases from others by a few random changes to their lines; the same seed gives the same cases. */
export function mutateCases(cases: readonly HostileCase[], count: number, seed: number): readonly HostileCase[] {
  const random = createSeededRandom(seed);
  const lines = cases.map(([, line]) => line);
  return Array.from({ length: count }, () => {
    const [allowed, start] = cases[random.int(0, cases.length - 1)] ?? [[], ''];
    let line = start;
    for (let changes = random.int(1, 4); changes > 0; changes -= 1) line = change(line, lines, random);
    return [allowed, line];
  });
}

function change(line: string, lines: readonly string[], random: SeededRandom): string {
  const from = random.int(0, line.length);
  const to = Math.min(line.length, from + random.int(1, 6));
  switch (random.int(0, 7)) {
    case 0:
      return line.slice(0, from) + line.slice(to);
    case 1:
      return line.slice(0, to) + line.slice(from);
    case 2:
      return line.slice(0, from);
    case 3:
      return `${line}${random.pick([';', '|', ' && ', '\n'])}${random.pick(lines)}`;
    case 4:
      return line.slice(0, from) + random.pick(lines).slice(random.int(0, 20));
    case 5:
      return line.slice(from, to).repeat(random.int(2, 400)) + line;
    default:
      return line.slice(0, from) + random.pick(INSERTS) + line.slice(from);
  }
}
