import { lines, swap, type EditCase } from './edit-case.ts';
import { samples } from './samples.ts';

const cart = samples['cart.ts'];
const go = samples['server.go'];

/** Several edits in one call: in order, all or none. */
export const severalCases: readonly EditCase[] = [
  {
    title: 'two edits far from each other',
    file: 'cart.ts',
    before: cart,
    call: {
      edits: [
        { old_string: 'rate = 0.19', new_string: 'rate = 0.2' },
        { old_string: 'clear(): void', new_string: 'reset(): void' },
      ],
    },
    expected: { after: swap(swap(cart, '0.19', '0.2'), 'clear()', 'reset()') },
  },
  {
    title: 'an edit of what the one before put in',
    file: 'a.txt',
    before: 'one\n',
    call: {
      edits: [
        { old_string: 'one', new_string: 'two' },
        { old_string: 'two', new_string: 'three' },
      ],
    },
    expected: { after: 'three\n' },
  },
  {
    title: 'two names change places over a third',
    file: 'a.ts',
    before: 'swap(left, right);\n',
    call: {
      edits: [
        { old_string: 'left', new_string: 'other' },
        { old_string: 'right', new_string: 'left' },
        { old_string: 'other', new_string: 'right' },
      ],
    },
    expected: { after: 'swap(right, left);\n' },
  },
  {
    title: 'an edit becomes clear by the one before it',
    file: 'a.txt',
    before: lines('x = 1', 'x = 1'),
    call: {
      edits: [
        { old_string: 'x = 1\nx = 1', new_string: 'y = 1\nx = 1' },
        { old_string: 'x = 1', new_string: 'x = 2' },
      ],
    },
    expected: { after: lines('y = 1', 'x = 2') },
  },
  {
    title: 'one renames everywhere, the other changes one place',
    file: 'cart.ts',
    before: cart,
    call: {
      edits: [
        { old_string: '#items', new_string: '#entries', allow_multiple: true },
        { old_string: 'this.#entries = [];', new_string: 'this.#entries.length = 0;' },
      ],
    },
    expected: {
      after: swap(cart.replaceAll('#items', '#entries'), 'this.#entries = [];', 'this.#entries.length = 0;'),
    },
  },
  {
    title: 'each in a layout of its own',
    file: 'server.go',
    before: go,
    call: {
      edits: [
        { old_string: '    s.counter++', new_string: '    s.counter += 1' },
        { old_string: 'mux := http.NewServeMux()  ', new_string: 'mux := http.DefaultServeMux' },
      ],
    },
    expected: { after: swap(swap(go, 's.counter++', 's.counter += 1'), 'http.NewServeMux()', 'http.DefaultServeMux') },
  },
  {
    title: 'a new file, and an edit of it',
    file: 'new.txt',
    before: undefined,
    call: {
      edits: [
        { old_string: '', new_string: 'hello\n' },
        { old_string: 'hello', new_string: 'hello world' },
      ],
    },
    expected: { after: 'hello world\n' },
  },
  {
    title: 'the second fails: nothing is changed',
    file: 'cart.ts',
    before: cart,
    call: {
      edits: [
        { old_string: 'rate = 0.19', new_string: 'rate = 0.2' },
        { old_string: 'delete(): void', new_string: 'reset(): void' },
      ],
    },
    expected: { refused: 'no_match' },
  },
  {
    title: 'the first makes the second unclear: nothing is changed',
    file: 'a.txt',
    before: lines('a', 'b'),
    call: {
      edits: [
        { old_string: 'a', new_string: 'b' },
        { old_string: 'b', new_string: 'c' },
      ],
    },
    expected: { refused: 'multiple_matches' },
  },
  {
    title: 'the first took out what the second is about',
    file: 'a.txt',
    before: lines('a', 'b'),
    call: {
      edits: [
        { old_string: 'a\nb', new_string: 'c' },
        { old_string: 'b', new_string: 'd' },
      ],
    },
    expected: { refused: 'no_match' },
  },
];
