import { fenced, says, times, type TranscriptClass } from './transcript.ts';
import type { Dice } from '../shared/dice.ts';

const chosen = (dice: Dice): string => dice.pick(['yes', 'no']);
const clock = (n: number): string =>
  [Math.floor(n / 3600) % 24, Math.floor(n / 60) % 60, n % 60].map((part) => String(part).padStart(2, '0')).join(':');
const maybeFenced = (dice: Dice, language: string, body: string): string =>
  dice.roll(0, 1) === 0 ? fenced(language, body) : `${body}\n`;
const namesOf = (word: string, count: number): string[] => times(count, (n) => `${word}${n}`);
const base64 = (dice: Dice, length: number): string => {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return times(length, () => signs.charAt(dice.roll(0, 63))).join('');
};

const data: readonly TranscriptClass[] = [
  [
    'a log with like lines',
    (dice) =>
      says(
        fenced(
          '',
          times(dice.roll(50, 500), (n) => `2026-03-01T${clock(n)}Z INFO heartbeat ok, ${dice.roll(1, 40)} ms`).join(
            '\n',
          ),
        ),
      ),
  ],
  [
    'a log without a fence',
    (dice) =>
      says(times(dice.roll(30, 250), (n) => `[${clock(n * 7)}] GET /health 200 ${dice.roll(1, 9)}ms`).join('\n')),
  ],
  [
    'SQL inserts',
    (dice) =>
      says(
        maybeFenced(
          dice,
          'sql',
          times(
            dice.roll(30, 400),
            (n) => `INSERT INTO users (id, name, age) VALUES (${n}, '${dice.word()}', ${dice.roll(18, 80)});`,
          ).join('\n'),
        ),
      ),
  ],
  [
    'SQL inserts of numbers only',
    (dice) =>
      says(
        fenced(
          'sql',
          times(
            dice.roll(50, 700),
            (n) => `INSERT INTO points (id, x, y) VALUES (${n}, ${dice.roll(0, 99)}, ${dice.roll(0, 99)});`,
          ).join('\n'),
        ),
      ),
  ],
  [
    'a JSON array of like objects',
    (dice) =>
      says(
        maybeFenced(
          dice,
          'json',
          JSON.stringify(
            times(dice.roll(20, 200), (n) => ({ id: n, name: dice.word(), active: true, tags: [] })),
            null,
            2,
          ),
        ),
      ),
  ],
  [
    'a JSON array of equal objects',
    (dice) =>
      says(
        fenced(
          'json',
          JSON.stringify(
            times(dice.roll(5, 60), () => ({ active: true, tags: [], count: 0 })),
            null,
            2,
          ),
        ),
      ),
  ],
  [
    'minified data',
    (dice) =>
      says(fenced('json', JSON.stringify(times(dice.roll(100, 900), () => [dice.roll(0, 9), dice.roll(0, 9)])))),
  ],
  ['zeros', (dice) => says(fenced('js', `const zeros = [${'0, '.repeat(dice.roll(50, 1200))}0];`))],
  [
    'a matrix of zeros',
    (dice) => {
      const size = dice.roll(8, 36);
      return says(fenced('py', `grid = [\n${`    [${'0, '.repeat(size)}0],\n`.repeat(size)}]`));
    },
  ],
  [
    'an identity matrix',
    (dice) => {
      const size = dice.roll(8, 40);
      return says(
        fenced('', times(size, (row) => times(size, (column) => (row === column ? 1 : 0)).join(' ')).join('\n')),
      );
    },
  ],
  ['base64', (dice) => says(fenced('', base64(dice, dice.roll(500, 20_000)).replace(/.{76}/g, '$&\n')))],
  [
    'base64 with a stretch of nothing',
    (dice) => says(`data:image/png;base64,${base64(dice, 400)}${'A'.repeat(dice.roll(50, 900))}${base64(dice, 900)}`),
  ],
  [
    'a hex dump',
    (dice) =>
      says(
        fenced(
          '',
          times(
            dice.roll(20, 300),
            (n) => `${(n * 16).toString(16).padStart(8, '0')}  ${times(16, () => dice.hex(2)).join(' ')}`,
          ).join('\n'),
        ),
      ),
  ],
  [
    'a hex dump of zeros',
    (dice) =>
      says(
        fenced(
          '',
          times(
            dice.roll(20, 200),
            (n) => `${(n * 16).toString(16).padStart(8, '0')}  ${'00 '.repeat(16)} |................|`,
          ).join('\n'),
        ),
      ),
  ],
  [
    'CSV',
    (dice) =>
      says(
        maybeFenced(
          dice,
          'csv',
          times(dice.roll(50, 500), (n) => `${n},${dice.word()},${dice.roll(0, 1)},true,true,`).join('\n'),
        ),
      ),
  ],
  [
    'a directory tree',
    (dice) =>
      says(
        maybeFenced(
          dice,
          '',
          times(dice.roll(20, 300), () => `${'│   '.repeat(dice.roll(0, 4))}├── ${dice.word()}.ts`).join('\n'),
        ),
      ),
  ],
  [
    'ASCII art',
    (dice) => {
      const width = dice.roll(20, 100);
      const edge = `+${'-'.repeat(width)}+`;
      return says(fenced('', `${edge}\n${`|${' '.repeat(width)}|\n`.repeat(dice.roll(5, 30))}${edge}`));
    },
  ],
  [
    'a pyramid of stars',
    (dice) => says(fenced('', times(dice.roll(10, 60), (n) => ' '.repeat(60 - n) + '*'.repeat(2 * n + 1)).join('\n'))),
  ],
  [
    'a bar chart',
    (dice) =>
      says(
        fenced(
          '',
          times(dice.roll(10, 60), () => `${dice.word().padEnd(14)} ${'█'.repeat(dice.roll(1, 60))}`).join('\n'),
        ),
      ),
  ],
  ['a chess board', (dice) => says(fenced('', '. # . # . # . #\n# . # . # . # .\n'.repeat(dice.roll(4, 16))))],
  ['digits of a number', (dice) => says(`1/7 = 0.${'142857'.repeat(dice.roll(10, 160))}`)],
];

const code: readonly TranscriptClass[] = [
  [
    'a switch with many cases',
    (dice) =>
      says(
        fenced(
          'ts',
          times(dice.roll(30, 300), () => `    case '${dice.name()}':\n      return this.handle(event);`).join('\n'),
        ),
      ),
  ],
  [
    'a switch over numbers',
    (dice) => says(fenced('c', times(dice.roll(30, 400), (n) => `    case ${n}: return ${n * 2};`).join('\n'))),
  ],
  [
    'a table of tests',
    (dice) =>
      says(
        fenced(
          'ts',
          times(
            dice.roll(20, 200),
            () => `  ['${dice.word()} ${dice.word()}', ${dice.roll(0, 9)}, ${chosen(dice) === 'yes'}],`,
          ).join('\n'),
        ),
      ),
  ],
  [
    'tests that look alike',
    (dice) =>
      says(
        fenced(
          'ts',
          times(dice.roll(10, 80), () => {
            const name = dice.name();
            return `test('${name} works', () => {\n  const result = ${name}();\n  expect(result).toBeDefined();\n  expect(result).not.toBeNull();\n});\n`;
          }).join('\n'),
        ),
      ),
  ],
  [
    'style sheets',
    (dice) =>
      says(
        maybeFenced(
          dice,
          'css',
          times(
            dice.roll(20, 150),
            () => `.${dice.word()}-${dice.word()} {\n  margin: 0;\n  padding: 0;\n  border: 0;\n}\n`,
          ).join('\n'),
        ),
      ),
  ],
  [
    'utility classes by number',
    (dice) => says(fenced('css', times(dice.roll(20, 300), (n) => `.m-${n} { margin: ${n * 4}px; }`).join('\n'))),
  ],
  [
    'rows of HTML',
    (dice) =>
      says(
        maybeFenced(
          dice,
          'html',
          times(
            dice.roll(20, 120),
            () => `  <tr>\n    <td>${dice.word()}</td>\n    <td></td>\n    <td></td>\n  </tr>`,
          ).join('\n'),
        ),
      ),
  ],
  [
    'empty rows of HTML',
    (dice) => says(fenced('html', '  <tr><td></td><td></td><td></td></tr>\n'.repeat(dice.roll(5, 80)))),
  ],
  [
    'imports',
    (dice) =>
      says(
        fenced(
          'ts',
          times(dice.roll(20, 200), () => {
            const name = dice.name();
            return `import { ${name} } from '../../tests/context/loops/${dice.word()}/${name}.ts';`;
          }).join('\n'),
        ),
      ),
  ],
  [
    'getters and setters',
    (dice) =>
      says(
        fenced(
          'java',
          times(dice.roll(10, 80), () => {
            const name = dice.name();
            return `    public String get${name}() {\n        return ${name};\n    }\n\n    public void set${name}(String value) {\n        this.${name} = value;\n    }\n`;
          }).join('\n'),
        ),
      ),
  ],
  [
    'a schema of like columns',
    (dice) =>
      says(
        fenced(
          'sql',
          times(dice.roll(20, 150), () => `  ${dice.word()}_${dice.word()} VARCHAR(255) NOT NULL DEFAULT '',`).join(
            '\n',
          ),
        ),
      ),
  ],
  [
    'YAML without a fence',
    (dice) =>
      says(
        times(
          dice.roll(10, 80),
          () =>
            `  - name: ${dice.name()}\n    enabled: true\n    replicas: 3\n    image: registry/app\n    restart: always\n    ports: none`,
        ).join('\n'),
      ),
  ],
  ['an assembly of no-ops', (dice) => says(fenced('asm', `start:\n${'    nop\n'.repeat(dice.roll(10, 300))}    ret`))],
  [
    'code without a fence',
    (dice) => says(times(dice.roll(20, 200), () => `    if (${dice.name()} === undefined) return null;`).join('\n')),
  ],
  [
    'a diff',
    (dice) =>
      says(
        fenced(
          'diff',
          times(
            dice.roll(10, 80),
            () =>
              `@@ -${dice.roll(1, 400)},3 +${dice.roll(1, 400)},3 @@\n   }\n-  return null;\n+  return undefined;\n }`,
          ).join('\n'),
        ),
      ),
  ],
  [
    'a fence within a fence',
    (dice) =>
      says(
        `\`\`\`\`md\n${times(dice.roll(5, 40), () => fenced('sh', `npm run ${dice.word()}`)).join('\nThen run this:\n')}\`\`\`\`\n${dice.paragraph(3)}`,
      ),
  ],
];

/** Lines that differ only in their numbers, as long as an answer can be: generated lists, tables and logs. */
const numbered: readonly TranscriptClass[] = [
  [
    'numbered words',
    (dice) => says(times(dice.roll(3000, 20_000), (n) => `${dice.word().slice(0, 1)}word${n}`).join(' ')),
  ],
  ['the same word, numbered', (dice) => says(namesOf(dice.word(), dice.roll(3000, 20_000)).join(' '))],
  ['numbered names on lines', (dice) => says(namesOf(dice.word(), dice.roll(3000, 10_000)).join('\n'))],
  [
    'a long list of like steps',
    (dice) => {
      const word = dice.word();
      return says(times(dice.roll(1500, 4000), (n) => `${n + 1}. Check the ${word} once more`).join('\n'));
    },
  ],
  [
    'a long table of numbers',
    (dice) =>
      says(`| n | square |\n| --- | --- |\n${times(dice.roll(3000, 8000), (n) => `| ${n} | ${n * n} |`).join('\n')}\n`),
  ],
  [
    'long generated code',
    (dice) => {
      const name = dice.name();
      return says(fenced('ts', times(5000, (n) => `  const ${name}${n} = create(${n});`).join('\n')));
    },
  ],
  [
    'a long log',
    (dice) => {
      const word = dice.word();
      return says(times(4000, (n) => `[${clock(n)}] ${word}: retry ${n}`).join('\n'));
    },
  ],
];

/** Data and code that look like repeats at first sight. */
export const legitimateData: readonly TranscriptClass[] = [...data, ...code, ...numbered];
