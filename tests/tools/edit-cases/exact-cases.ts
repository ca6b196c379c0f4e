import { lines, swap, type EditCase } from './edit-case.ts';
import { samples } from './samples.ts';

const cart = samples['cart.ts'];
const readme = samples['README.md'];
const json = samples['package.json'];

/** Texts that match exactly: whatever they contain, they are replaced and nothing else is. */
export const exactCases: readonly EditCase[] = [
  {
    title: 'a word inside of a line',
    file: 'cart.ts',
    before: cart,
    call: { old_string: 'rate = 0.19', new_string: 'rate = 0.2' },
    expected: { after: swap(cart, '0.19', '0.2') },
  },
  {
    title: 'lines without the blanks before the first',
    file: 'cart.ts',
    before: cart,
    call: {
      old_string: 'clear(): void {\n    this.#items = [];',
      new_string: 'reset(): void {\n    this.#items.length = 0;',
    },
    expected: {
      after: swap(swap(cart, 'clear()', 'reset()'), 'this.#items = [];\n  }\n}', 'this.#items.length = 0;\n  }\n}'),
    },
  },
  {
    title: 'a function is taken out',
    file: 'cart.ts',
    before: cart,
    call: {
      old_string: lines(
        'export function namesOf(items: readonly Item[]): readonly string[] {',
        '  return items.filter(({ count }) => count > 0).map(({ name }) => name);',
        '}',
        '',
      ),
      new_string: '',
    },
    expected: {
      after: swap(
        cart,
        'export function namesOf(items: readonly Item[]): readonly string[] {\n  return items.filter(({ count }) => count > 0).map(({ name }) => name);\n}\n\n',
        '',
      ),
    },
  },
  {
    title: 'a function that was moved is found where it is now',
    file: 'cart.ts',
    before: `${cart.slice(cart.indexOf('export class'))}\n${cart.slice(0, cart.indexOf('export class'))}`,
    call: { old_string: '  return round(sum * (1 + rate));\n', new_string: '  return round(sum + sum * rate);\n' },
    expected: {
      after: swap(
        `${cart.slice(cart.indexOf('export class'))}\n${cart.slice(0, cart.indexOf('export class'))}`,
        'sum * (1 + rate)',
        'sum + sum * rate',
      ),
    },
  },
  {
    title: 'dollars in what is put in mean nothing',
    file: 'replace.js',
    before: "text.replace(/a(b)c/, 'x');\n",
    call: { old_string: "'x'", new_string: "'$1$&$$$`'" },
    expected: { after: "text.replace(/a(b)c/, '$1$&$$$`');\n" },
  },
  {
    title: 'a dollar and a quote in what is put in',
    file: 'price.sh',
    before: 'echo "price: 5"\n',
    call: { old_string: 'price: 5', new_string: "price: $'5' $$" },
    expected: { after: 'echo "price: $\'5\' $$"\n' },
  },
  {
    title: 'characters of patterns are plain characters',
    file: 'pattern.ts',
    before: 'const name = /^[a-z]+(?:\\.[a-z]+)*$/u;\nconst other = /^[a-z]+$/;\n',
    call: { old_string: '/^[a-z]+(?:\\.[a-z]+)*$/u', new_string: '/^[a-z_]+(?:\\.[a-z_]+)*$/u' },
    expected: { after: 'const name = /^[a-z_]+(?:\\.[a-z_]+)*$/u;\nconst other = /^[a-z]+$/;\n' },
  },
  {
    title: 'a backslash at the end of a line',
    file: 'build.sh',
    before: lines('docker build \\', '  --tag web \\', '  --file Dockerfile \\', '  .'),
    call: { old_string: '  --tag web \\\n', new_string: '  --tag web:latest \\\n  --pull \\\n' },
    expected: {
      after: lines('docker build \\', '  --tag web:latest \\', '  --pull \\', '  --file Dockerfile \\', '  .'),
    },
  },
  {
    title: 'a patch inside of a file is text as any other',
    file: 'fix.patch',
    before: lines('--- a/x', '+++ b/x', '@@ -1,2 +1,2 @@', ' same', '-old', '+new'),
    call: { old_string: '-old\n+new\n', new_string: '-old\n+newer\n' },
    expected: { after: lines('--- a/x', '+++ b/x', '@@ -1,2 +1,2 @@', ' same', '-old', '+newer') },
  },
  {
    title: 'conflict marks are taken out',
    file: 'merge.txt',
    before: lines('one', '<<<<<<< ours', 'two', '=======', 'zwei', '>>>>>>> theirs', 'three'),
    call: { old_string: lines('<<<<<<< ours', 'two', '=======', 'zwei', '>>>>>>> theirs'), new_string: 'two\n' },
    expected: { after: lines('one', 'two', 'three') },
  },
  {
    title: 'every match when that is asked for',
    file: 'cart.ts',
    before: cart,
    call: { old_string: '#items', new_string: '#entries', allow_multiple: true },
    expected: { after: cart.replaceAll('#items', '#entries') },
  },
  {
    title: 'every match, where what is put in holds what is taken out',
    file: 'a.txt',
    before: 'a b a b a',
    call: { old_string: 'a', new_string: 'aa', allow_multiple: true },
    expected: { after: 'aa b aa b aa' },
  },
  {
    title: 'every match of one',
    file: 'package.json',
    before: json,
    call: { old_string: '"version": "2.3.1"', new_string: '"version": "2.4.0"', allow_multiple: true },
    expected: { after: swap(json, '2.3.1', '2.4.0') },
  },
  {
    title: 'an entry of JSON with its comma',
    file: 'package.json',
    before: json,
    call: { old_string: '    "zod": "^4.2.1"\n', new_string: '    "picocolors": "^1.1.0",\n    "zod": "^4.2.1"\n' },
    expected: { after: swap(json, '    "zod"', '    "picocolors": "^1.1.0",\n    "zod"') },
  },
  {
    title: 'a row is put into a table of Markdown',
    file: 'README.md',
    before: readme,
    call: {
      old_string: '| `format` | writes a date |',
      new_string: '| `format` | writes a date |\n| `add` | adds days to a date |',
    },
    expected: { after: `${readme}| \`add\` | adds days to a date |\n` },
  },
  {
    title: 'a fenced block keeps its fence',
    file: 'README.md',
    before: readme,
    call: {
      old_string: "```ts\nconst date = parse('2026-01-31');\n```",
      new_string: "```ts\nconst date = parse('2026-01-31');\nconsole.log(format(date));\n```",
    },
    expected: { after: swap(readme, "31');\n", "31');\nconsole.log(format(date));\n") },
  },
  {
    title: 'the whole text is taken out',
    file: 'a.txt',
    before: 'one\ntwo\n',
    call: { old_string: 'one\ntwo\n', new_string: '' },
    expected: { after: '' },
  },
  {
    title: 'blank lines alone, where there are so many only once',
    file: 'a.txt',
    before: 'one\n\n\n\ntwo\n\nthree\n',
    call: { old_string: '\n\n\n\n', new_string: '\n\n' },
    expected: { after: 'one\n\ntwo\n\nthree\n' },
  },
  {
    title: 'emoji and scripts of all kinds',
    file: 'greet.json',
    before: '{ "ja": "こんにちは", "ar": "مرحبا", "emoji": "👩‍👩‍👧" }\n',
    call: { old_string: '"emoji": "👩‍👩‍👧"', new_string: '"emoji": "👋🏽"' },
    expected: { after: '{ "ja": "こんにちは", "ar": "مرحبا", "emoji": "👋🏽" }\n' },
  },
  {
    title: 'curly quotes that were sent as they are',
    file: 'letter.md',
    before: 'She said “yes” and left.\n',
    call: { old_string: '“yes”', new_string: '“no”' },
    expected: { after: 'She said “no” and left.\n' },
  },
  {
    title: 'curly quotes are made straight on purpose',
    file: 'main.c',
    before: 'puts(“hello”);\nputs("bye");\n',
    call: { old_string: 'puts(“hello”);', new_string: 'puts("hello");' },
    expected: { after: 'puts("hello");\nputs("bye");\n' },
  },
  {
    title: 'blanks at the end of a line are taken out on purpose',
    file: 'a.py',
    before: 'x = 1   \ny = 2\n',
    call: { old_string: 'x = 1   \n', new_string: 'x = 1\n' },
    expected: { after: 'x = 1\ny = 2\n' },
  },
  {
    title: 'an indentation is changed on purpose',
    file: 'a.py',
    before: lines('for x in xs:', '    print(x)', '    total += x'),
    call: { old_string: '    total += x\n', new_string: 'total += x\n' },
    expected: { after: lines('for x in xs:', '    print(x)', 'total += x') },
  },
  {
    title: 'a block is indented on purpose',
    file: 'a.py',
    before: lines('def f():', '    one()', '    two()', '    three()'),
    call: { old_string: '    one()\n    two()\n', new_string: '    if ready:\n        one()\n        two()\n' },
    expected: { after: lines('def f():', '    if ready:', '        one()', '        two()', '    three()') },
  },
  {
    title: 'a tab in a recipe of make',
    file: 'Makefile',
    before: samples.Makefile,
    call: { old_string: '\trm -f $(OBJECTS) calc\n', new_string: '\trm -f $(OBJECTS) calc\n\trm -f tests/out.txt\n' },
    expected: { after: swap(samples.Makefile, 'calc\n\n.PHONY', 'calc\n\trm -f tests/out.txt\n\n.PHONY') },
  },
  {
    title: 'a text that is a part of itself elsewhere is taken with more around it',
    file: 'Account.java',
    before: samples['Account.java'],
    call: {
      old_string: 'withdraw(long amount) {\n        if (amount <= 0) {',
      new_string: 'withdraw(long amount) {\n        if (amount < 1) {',
    },
    expected: {
      after: swap(
        samples['Account.java'],
        'withdraw(long amount) {\n        if (amount <= 0) {',
        'withdraw(long amount) {\n        if (amount < 1) {',
      ),
    },
  },
  {
    title: 'a new file',
    file: 'new.txt',
    before: undefined,
    call: { old_string: '', new_string: 'hello\n' },
    expected: { after: 'hello\n' },
  },
  {
    title: 'an empty file is filled',
    file: 'empty.txt',
    before: '',
    call: { old_string: '', new_string: 'hello\n' },
    expected: { after: 'hello\n' },
  },
  {
    title: 'a byte order mark stays',
    file: 'data.csv',
    before: '\u{FEFF}name;count\nnut;3\n',
    call: { old_string: 'nut;3', new_string: 'nut;4' },
    expected: { after: '\u{FEFF}name;count\nnut;4\n' },
  },
  {
    title: 'a byte order mark stays when the first line is changed',
    file: 'data.csv',
    before: '\u{FEFF}name;count\r\nnut;3\r\n',
    call: { old_string: 'name;count\n', new_string: 'name;count;price\n' },
    expected: { after: '\u{FEFF}name;count;price\r\nnut;3\r\n' },
  },
  {
    title: 'bytes of another encoding stay when ASCII beside them is changed',
    file: 'latin1.txt',
    before: Buffer.from('caf\u{E9} = 1\nna\u{EF}ve = 2\n', 'latin1'),
    call: { old_string: ' = 2', new_string: ' = 3' },
    expected: { after: Buffer.from('caf\u{E9} = 1\nna\u{EF}ve = 3\n', 'latin1') },
  },
];
