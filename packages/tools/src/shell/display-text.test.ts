import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DisplayStream, toDisplayText } from './display-text.ts';
import { toPlainText } from '@bowline/workspace';

const cases: readonly [title: string, output: string, text: string][] = [
  ['colours stay, and end with the text', '\u{1B}[1;31mred', '\u{1B}[1;31mred\u{1B}[0m'],
  ['what is no colour goes', '\u{1B}[2J\u{1B}[>4;1m\u{1B}]0;t\u{07}\u{1B}[?25lx', 'x'],
  ['a colour in eight bits is one in seven', '\u{9B}31mred', '\u{1B}[31mred\u{1B}[0m'],
  ['a sequence that was cut off goes', 'text\u{1B}[3', 'text'],
  ['of a redrawn line the last state stays', '\u{1B}[31m1\r\u{1B}[32m2', '\u{1B}[32m2\u{1B}[0m'],
  ['going back takes letters, not colours', 'a\u{1B}[31mb\b\bc', '\u{1B}[31mc\u{1B}[0m'],
];
test.each(cases)('%s', (_, output, text) => {
  expect(toDisplayText(output)).toBe(text);
});

const streams: readonly [title: string, chunks: readonly string[], texts: readonly string[]][] = [
  [
    'a sequence cut in two is still one',
    ['a\u{1B}[3', '1mb\u{1B}', ']0;ti', 'tle\u{07}c'],
    ['a', '\u{1B}[31mb', '', 'c'],
  ],
  ['CRLF cut in two is one newline', ['a\r', '\nb'], ['a', '\nb']],
  ['a line that begins anew says so', ['10%', '\r20%\r30%', '\r', '40%\n50%\r60%'], ['10%', '\r30%', '', '\r40%\n60%']],
];
test.each(streams)('%s', (_, chunks, texts) => {
  const stream = new DisplayStream();
  expect(chunks.map((chunk) => stream.push(chunk))).toEqual(texts);
});

test('shows the user no escape sequences except colors, for any input in any chunks', () => {
  const part = fc.constantFrom(
    '\u{1B}',
    '[',
    ']',
    '31',
    'm',
    ';',
    'K',
    '\u{07}',
    '\\',
    '\r',
    '\n',
    'x',
    '\u{9B}',
    '\u{9C}',
    '?',
    ' ',
    '\b',
    'P',
  );
  fc.assert(
    fc.property(fc.array(fc.array(part).map((parts) => parts.join(''))), (chunks) => {
      const stream = new DisplayStream();
      const shown = chunks.map((chunk) => stream.push(chunk)).join('');
      const rest = shown.replaceAll(/\u{1B}\[[\d;:]*m/gu, '');
      expect(rest).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/);
      expect(toPlainText(chunks.join(''))).not.toMatch(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/);
    }),
  );
});
