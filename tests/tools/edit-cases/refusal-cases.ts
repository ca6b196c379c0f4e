import { lines, type EditCase } from './edit-case.ts';
import { samples } from './samples.ts';

const cart = samples['cart.ts'];
const python = samples['inventory.py'];
const java = samples['Account.java'];
const json = samples['package.json'];

/** Texts that occur several times, no longer, or never: an edit would be a guess. */
export const refusalCases: readonly EditCase[] = [
  {
    title: 'a line that is there twice',
    file: 'Account.java',
    before: java,
    call: { old_string: '        if (amount <= 0) {\n', new_string: '        if (amount < 1) {\n' },
    expected: { refused: 'multiple_matches' },
  },
  {
    title: 'a block that is there twice',
    file: 'Account.java',
    before: java,
    call: {
      old_string:
        '        if (amount <= 0) {\n            throw new IllegalArgumentException("amount: " + amount);\n        }\n',
      new_string: '',
    },
    expected: { refused: 'multiple_matches' },
  },
  {
    title: 'two places that overlap',
    file: 'a.txt',
    before: lines('}', '}', '}'),
    call: { old_string: '}\n}', new_string: '}' },
    expected: { refused: 'multiple_matches' },
  },
  {
    title: 'two places that overlap, except for indentation',
    file: 'a.ts',
    before: lines('{', '        }', '    }', '}'),
    call: { old_string: '  }\n}', new_string: '  }' },
    expected: { refused: 'multiple_matches' },
  },
  {
    title: 'a letter',
    file: 'cart.ts',
    before: cart,
    call: { old_string: 'a', new_string: 'b' },
    expected: { refused: 'multiple_matches' },
  },
  {
    title: 'a name that was since changed',
    file: 'cart.ts',
    before: cart,
    call: {
      old_string: 'export function totalFor(items: readonly Item[], rate = 0.19): number {',
      new_string: 'export function total(): number {',
    },
    expected: { refused: 'no_match' },
  },
  {
    title: 'one line of three was since changed',
    file: 'cart.ts',
    before: cart,
    call: {
      old_string: '    if (count > 0) {\n      sum += price * count * 1.0;\n    }\n',
      new_string: '    if (count >= 0) {\n      sum += price * count * 1.0;\n    }\n',
    },
    expected: { refused: 'no_match' },
  },
  {
    title: 'a line was since put in between',
    file: 'inventory.py',
    before: python,
    call: {
      old_string: '        have = self.items.get(item, 0)\n        if taken == have:\n',
      new_string: '        have = self.items.get(item, 0)\n        if taken >= have:\n',
    },
    expected: { refused: 'no_match' },
  },
  {
    title: 'a line was since taken out',
    file: 'inventory.py',
    before: python,
    call: {
      old_string: '    missing = []\n    found = []\n    for item, count in wanted.items():\n',
      new_string: '    missing = []\n    found = {}\n    for item, count in wanted.items():\n',
    },
    expected: { refused: 'no_match' },
  },
  {
    title: 'two lines in the other order',
    file: 'inventory.py',
    before: python,
    call: { old_string: '    capacity: int\n    name: str\n', new_string: '    capacity: int\n    title: str\n' },
    expected: { refused: 'no_match' },
  },
  {
    title: 'one digit is wrong',
    file: 'package.json',
    before: json,
    call: { old_string: '"version": "2.3.2"', new_string: '"version": "2.4.0"' },
    expected: { refused: 'no_match' },
  },
  {
    title: 'a long line with one letter wrong',
    file: 'cart.ts',
    before: cart,
    call: {
      old_string:
        '    this.#items = this.#items.map((each) => (each === know ? { ...each, count: each.count + item.count } : each));',
      new_string: '    this.#items = [];',
    },
    expected: { refused: 'no_match' },
  },
  {
    title: 'a block with one number wrong, where the right one decides what is meant',
    file: 'ports.yaml',
    before: lines('- name: web', '  port: 8080', '  open: true', '- name: api', '  port: 8081', '  open: true'),
    call: {
      old_string: '- name: web\n  port: 8081\n  open: true\n',
      new_string: '- name: web\n  port: 8081\n  open: false\n',
    },
    expected: { refused: 'no_match' },
  },
  {
    title: 'another function of the same shape',
    file: 'pairs.ts',
    before: lines(
      'export function getUser(id: string) {',
      '  return users.get(id);',
      '}',
      'export function setUser(id: string) {',
      '  return users.set(id);',
      '}',
    ),
    call: {
      old_string: 'export function delUser(id: string) {\n  return users.del(id);\n}\n',
      new_string: 'export function delUser(id: string) {\n  return users.delete(id);\n}\n',
    },
    expected: { refused: 'no_match' },
  },
  {
    title: 'a negation that is not there',
    file: 'check.py',
    before: lines('if not user.is_admin():', '    deny()'),
    call: { old_string: 'if user.is_admin():\n    deny()', new_string: 'if user.is_admin():\n    allow()' },
    expected: { refused: 'no_match' },
  },
  {
    title: 'an operator without its blanks',
    file: 'a.ts',
    before: 'const total = a + b;\n',
    call: { old_string: 'const total = a+b;', new_string: 'const total = a-b;' },
    expected: { refused: 'no_match' },
  },
  {
    title: 'arguments that are broken into lines',
    file: 'a.ts',
    before: lines('send(', '  first,', '  second,', ');'),
    call: { old_string: 'send(first, second);', new_string: 'send(first);' },
    expected: { refused: 'no_match' },
  },
  {
    title: 'escapes for what they stand for',
    file: 'a.ts',
    before: "const text = 'a\\nb';\n",
    call: { old_string: "const text = 'a\nb';", new_string: "const text = 'c';" },
    expected: { refused: 'no_match' },
  },
  {
    title: 'escaped quotes that are not escaped in the file',
    file: 'a.ts',
    before: 'print("hello");\n',
    call: { old_string: 'print(\\"hello\\");', new_string: 'print(\\"bye\\");' },
    expected: { refused: 'no_match' },
  },
  {
    title: 'the numbers of lines were sent with them',
    file: 'inventory.py',
    before: python,
    call: {
      old_string: '29:     def free(self) -> int:\n30:         return self.capacity',
      new_string: '    def free(self) -> int:\n        return 0',
    },
    expected: { refused: 'no_match' },
  },
  {
    title: 'dots for lines that were left out',
    file: 'cart.ts',
    before: cart,
    call: {
      old_string: 'export class Cart {\n  ...\n  clear(): void {',
      new_string: 'export class Cart {\n  ...\n  empty(): void {',
    },
    expected: { refused: 'no_match' },
  },
  {
    title: 'upper case for lower case',
    file: 'query.sql',
    before: samples['query.sql'],
    call: { old_string: 'from customers c', new_string: 'from people c' },
    expected: { refused: 'no_match' },
  },
  {
    title: 'the same text for itself',
    file: 'cart.ts',
    before: cart,
    call: { old_string: 'let sum = 0;', new_string: 'let sum = 0;' },
    expected: { refused: 'no_change' },
  },
  {
    title: 'a file that is not there',
    file: 'none.txt',
    before: undefined,
    call: { old_string: 'a', new_string: 'b' },
    expected: { refused: 'file_not_found' },
  },
  {
    title: 'a file that is there is not made',
    file: 'cart.ts',
    before: cart,
    call: { old_string: '', new_string: 'x' },
    expected: { refused: 'file_exists' },
  },
  {
    title: 'a binary file',
    file: 'a.png',
    before: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x61, 0x62]),
    call: { old_string: 'ab', new_string: 'cd' },
    expected: { refused: 'binary_file' },
  },
  {
    title: 'a letter that the encoding of the file may not have',
    file: 'latin1.txt',
    before: Buffer.from('caf\u{E9} = 1\n', 'latin1'),
    call: { old_string: ' = 1', new_string: ' = \u{E9}' },
    expected: { refused: 'unsupported_encoding' },
  },
  {
    title: 'a text longer than the file',
    file: 'a.txt',
    before: 'short\n',
    call: { old_string: 'short\nand more\nand more\n', new_string: 'x' },
    expected: { refused: 'no_match' },
  },
  {
    title: 'an empty file has nothing to replace',
    file: 'a.txt',
    before: '',
    call: { old_string: 'x', new_string: 'y' },
    expected: { refused: 'no_match' },
  },
];
