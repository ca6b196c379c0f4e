import { lines, swap, type EditCase } from './edit-case.ts';

const long = `${'const a=1,b=2;'.repeat(80_000)}/*mark*/${'f(a,b);'.repeat(80_000)}\n`;
const many = Array.from({ length: 120_000 }, (_, at) => `  entry ${at}: value of ${at}, and some more of it`);
const blanks = `${' '.repeat(1_000_000)}x\nend\n`;
const block = ['  if (ready) {', '    go();', '  }'];

/** Long lines and long files: the same results, in time that grows linearly with the length, not quadratically. */
export const sizeCases: readonly EditCase[] = [
  {
    title: 'a mark in a line of a million characters',
    file: 'bundle.min.js',
    before: long,
    call: { old_string: '/*mark*/', new_string: '/*here*/' },
    expected: { after: swap(long, '/*mark*/', '/*here*/') },
  },
  {
    title: 'a text that is nowhere in a line of a million characters',
    file: 'bundle.min.js',
    before: long,
    call: { old_string: 'const a=1,b=2;const a=1,b=3;', new_string: 'x' },
    expected: { refused: 'no_match' },
  },
  {
    title: 'a line in the middle of a file of five megabytes',
    file: 'data.txt',
    before: lines(...many),
    call: { old_string: 'entry 60000: value of 60000,', new_string: 'entry 60000: value of none,' },
    expected: { after: swap(lines(...many), 'entry 60000: value of 60000,', 'entry 60000: value of none,') },
  },
  {
    title: 'lines that were sent flush left, at the end of a file of five megabytes',
    file: 'data.txt',
    before: lines(...many, ...block),
    call: { old_string: 'if (ready) {\n  go();\n}\n', new_string: 'if (ready) {\n  stop();\n}\n' },
    expected: { after: lines(...many, '  if (ready) {', '    stop();', '  }') },
  },
  {
    title: 'lines of a file of five megabytes with CRLF',
    file: 'data.txt',
    before: lines(...many).replaceAll('\n', '\r\n'),
    call: {
      old_string: '  entry 7: value of 7, and some more of it\n  entry 8: value of 8',
      new_string: '  entry 7: value of 7, and some more of it\n  entry 7.5: none\n  entry 8: value of 8',
    },
    expected: { after: swap(lines(...many), '  entry 8:', '  entry 7.5: none\n  entry 8:').replaceAll('\n', '\r\n') },
  },
  {
    title: 'lines that are nowhere in a file of five megabytes',
    file: 'data.txt',
    before: lines(...many),
    call: { old_string: '  entry 60000: value of 60001\n  entry 60001: value of 60002\n', new_string: 'x' },
    expected: { refused: 'no_match' },
  },
  {
    title: 'a word that is on every line of a file of five megabytes',
    file: 'data.txt',
    before: lines(...many),
    call: { old_string: 'value', new_string: 'worth' },
    expected: { refused: 'multiple_matches' },
  },
  {
    title: 'a word on every line of a file of five megabytes, all of them',
    file: 'data.txt',
    before: lines(...many),
    call: { old_string: 'value', new_string: 'worth', allow_multiple: true },
    expected: { after: lines(...many).replaceAll('value', 'worth') },
  },
  {
    title: 'a million blanks in a row',
    file: 'wide.txt',
    before: blanks,
    call: { old_string: 'x  \nend', new_string: 'y\nend' },
    expected: { after: swap(blanks, 'x', 'y') },
  },
  {
    title: 'all of a file of five megabytes is taken out',
    file: 'data.txt',
    before: lines(...many),
    call: { old_string: lines(...many), new_string: '' },
    expected: { after: '' },
  },
];
